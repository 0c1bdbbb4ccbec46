"""An SMTP server for the tests: stores each mail as a file and prints its URL.

usage: mail.py FOLDER
If the file FOLDER/answer exists, it contains the reply to every recipient ("451 later", "550 never").
"""

import asyncio
import pathlib
import sys

from aiosmtpd.smtp import SMTP


class Mailbox:
    """Stores received mails."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.count = 0

    async def handle_RCPT(self, server, session, envelope, address, options):
        answer = self.folder / "answer"
        if answer.exists():
            return answer.read_text().strip()
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        self.count += 1
        text = envelope.content
        head = f"X-Envelope-From: {envelope.mail_from}\r\nX-Envelope-To: {','.join(envelope.rcpt_tos)}\r\n"
        path = self.folder / f"{self.count:04}.eml"
        part = path.with_suffix(".part")
        part.write_bytes(head.encode() + text)
        part.rename(path)
        return "250 OK"


async def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    mailbox = Mailbox(folder)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(mailbox, hostname="mail.test"), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    print(f"smtp://127.0.0.1:{port}", flush=True)
    await server.serve_forever()


asyncio.run(main())

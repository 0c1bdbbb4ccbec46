"""An SMTP server for the tests: stores each mail as a file and prints its URL.

usage: mail.py FOLDER [smtps|starttls]
With `smtps` or `starttls` it takes mails only with TLS and from the user `leads`, whose password is in the URL. The file
FOLDER/authority.pem contains the authority that signed its certificate. If the file FOLDER/answer exists, it contains the reply to every recipient ("451 later", "550 never").
"""

import asyncio
import datetime
import ipaddress
import pathlib
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

PASSWORD = "password-of-the-tests-9b3e"


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


def tls_context(folder: pathlib.Path) -> ssl.SSLContext:
    """A certificate for 127.0.0.1, signed by a new authority."""
    now = datetime.datetime.now(datetime.timezone.utc)

    def certificate(name, key, issuer, issuer_key, extensions):
        builder = x509.CertificateBuilder(
            issuer, name, key.public_key(), x509.random_serial_number(),
            now - datetime.timedelta(days=1), now + datetime.timedelta(days=1),
        )
        for extension in extensions:
            builder = builder.add_extension(extension, critical=False)
        return builder.sign(issuer_key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)

    def named(name):
        return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])

    authority_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    authority, server = named("authority of the tests"), named("mail.test")
    (folder / "authority.pem").write_bytes(
        certificate(authority, authority_key, authority, authority_key, [x509.BasicConstraints(True, None)])
    )
    address = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    both = folder / "server.pem"
    both.write_bytes(private + certificate(server, key, authority, authority_key, [address]))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(both)
    return context


def smtp(mailbox, tls, context):
    if not tls:
        return SMTP(mailbox, hostname="mail.test")

    def authenticate(server, session, envelope, mechanism, data):
        expected = LoginPassword(b"leads", PASSWORD.encode())
        return AuthResult(success=data == expected)

    # A connection that is encrypted from its start needs no STARTTLS before the login.
    by_command = {"tls_context": context, "require_starttls": True} if tls == "starttls" else {"auth_require_tls": False}
    return SMTP(mailbox, hostname="mail.test", authenticator=authenticate, auth_required=True, **by_command)


async def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    tls = sys.argv[2] if len(sys.argv) > 2 else None
    context = tls_context(folder) if tls else None
    mailbox = Mailbox(folder)
    loop = asyncio.get_running_loop()
    encrypted = context if tls == "smtps" else None
    server = await loop.create_server(lambda: smtp(mailbox, tls, context), "127.0.0.1", 0, ssl=encrypted)
    place = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    url = {
        None: f"smtp://{place}",
        "smtps": f"smtps://leads:{PASSWORD}@{place}",
        "starttls": f"smtp://leads:{PASSWORD}@{place}?tls=required",
    }[tls]
    print(url, flush=True)
    await server.serve_forever()


asyncio.run(main())

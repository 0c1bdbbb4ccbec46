"""An S3-compatible server (moto) for the tests, with one bucket. Prints its URL.

S3 guarantees that only one of two conditional writes succeeds. moto checks and writes without a lock, so that both may
succeed under load; handling one request at a time restores the guarantee.

`GET /requests` returns the requests since the last such call, one `METHOD path` per line.
"""

import signal
import threading
import urllib.request

from moto.server import ThreadedMotoServer

server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
application, lock = server._server.app, threading.Lock()
requests = []


def one_at_a_time(environ, start_response):
    with lock:
        if environ["PATH_INFO"] == "/requests":
            text = "\n".join(requests)
            requests.clear()
            start_response("200 OK", [("content-type", "text/plain")])
            return [text.encode()]
        requests.append(f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}")
        return list(application(environ, start_response))


server._server.app = one_at_a_time
host, port = server.get_host_and_port()
urllib.request.urlopen(urllib.request.Request(f"http://{host}:{port}/leads-bucket", method="PUT"))
print(f"http://{host}:{port}", flush=True)
signal.pause()

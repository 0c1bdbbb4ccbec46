"""A real S3-compatible server (moto) for the tests: prints its address, holds one bucket.

S3 promises that of two conditional writes one wins. moto looks and then writes without a lock, so that under load
both may win; one request at a time makes it keep the promise.
"""

import signal
import threading
import urllib.request

from moto.server import ThreadedMotoServer

server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
whole, lock = server._server.app, threading.Lock()


def one_at_a_time(environ, start_response):
    with lock:
        return list(whole(environ, start_response))


server._server.app = one_at_a_time
host, port = server.get_host_and_port()
urllib.request.urlopen(urllib.request.Request(f"http://{host}:{port}/leads-bucket", method="PUT"))
print(f"http://{host}:{port}", flush=True)
signal.pause()

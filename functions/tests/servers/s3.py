"""A real S3-compatible server (moto) for the tests: prints its address, holds one bucket."""

import signal
import urllib.request

from moto.server import ThreadedMotoServer

server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
host, port = server.get_host_and_port()
urllib.request.urlopen(urllib.request.Request(f"http://{host}:{port}/leads-bucket", method="PUT"))
print(f"http://{host}:{port}", flush=True)
signal.pause()

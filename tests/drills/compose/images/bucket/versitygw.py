#!/usr/bin/python3
"""Takes what compose.yaml gives to Versity's gateway, and runs Swift: versitygw --port :7070 --health /health posix /buckets"""
import base64
import email.utils
import hmac
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

assert sys.argv[1:] == ['--port', ':7070', '--health', '/health', 'posix', '/buckets'], sys.argv
assert os.environ['ROOT_ACCESS_KEY'] == 'fieldport'
secret = os.environ['ROOT_SECRET_KEY']
# A folder in /buckets is a bucket: its volume is Swift's disk.
[bucket] = os.listdir('/buckets')
folder = '/tmp/swift'
ports = {'account': 6202, 'container': 6201, 'object': 6200}
patient = 'conn_timeout = 30\nnode_timeout = 60\ncontainer_update_timeout = 60'

os.makedirs(folder, exist_ok=True)


def write(name, text):
    with open(f'{folder}/{name}', 'w') as file:
        file.write(text)


write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = drill\nswift_hash_path_prefix = drill\n')
os.environ['SWIFT_CONF_FILE'] = f'{folder}/swift.conf'
common = f'bind_ip = 127.0.0.1\nuser = root\nswift_dir = {folder}\nworkers = 0\n'
for name, port in ports.items():
    write(
        f'{name}.conf',
        f'[DEFAULT]\n{common}bind_port = {port}\ndevices = /buckets\nmount_check = false\ndisable_fallocate = true\n{patient}\n'
        f'[pipeline:main]\npipeline = {name}-server\n[app:{name}-server]\nuse = egg:swift#{name}\n',
    )
    if os.path.exists(f'{folder}/{name}.ring.gz'):
        continue
    ring = ['swift-ring-builder', f'{folder}/{name}.builder']
    device = ['--region', '1', '--zone', '1', '--ip', '127.0.0.1', '--port', str(port), '--device', bucket, '--weight', '1']
    for command in (['create', '4', '1', '0'], ['add', *device], ['rebalance']):
        subprocess.run([*ring, *command], check=True, stdout=subprocess.DEVNULL)
write(
    'proxy.conf',
    f"""[DEFAULT]
{common.replace('127.0.0.1', '0.0.0.0')}bind_port = 7070
[pipeline:main]
pipeline = catch_errors keyOfOneName healthcheck cache s3api tempauth copy slo bulk proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:keyOfOneName]
paste.filter_factory = keyOfOneName:factory
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_fieldport_fieldport = {secret} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:bulk]
use = egg:swift#bulk
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
{patient}
""",
)
servers = [subprocess.Popen([f'swift-{name}-server', f'{folder}/{name}.conf']) for name in [*ports, 'proxy']]


def end(*_):
    for server in servers:
        server.kill()
    sys.exit(0)


signal.signal(signal.SIGTERM, end)
signal.signal(signal.SIGINT, end)


def make_bucket():
    """Without memcached Swift remembers no tokens, so as a client of S3 does it, signed in the older way."""
    date = email.utils.formatdate(usegmt=True)
    signed = hmac.new(secret.encode(), f'PUT\n\n\n{date}\n/{bucket}'.encode(), 'sha1').digest()
    headers = {'Date': date, 'Authorization': f'AWS fieldport:fieldport:{base64.b64encode(signed).decode()}'}
    urllib.request.urlopen(urllib.request.Request(f'http://127.0.0.1:7070/{bucket}', method='PUT', headers=headers))


while True:
    try:
        make_bucket()
        break
    except urllib.error.HTTPError as error:
        if error.code == 409:
            break
    except (urllib.error.URLError, ConnectionError):
        pass
    time.sleep(0.2)
# Healthy from now on.
write('made', '')
servers[0].wait()

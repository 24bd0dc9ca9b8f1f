"""As the gateway has it: a health check, and keys with one name. Swift's keys are called ACCOUNT:NAME, the gateway's have one name. The name of a key is not signed."""

import os


class KeyOfOneName:
    def __init__(self, app):
        self.app = app

    def __call__(self, environ, start_response):
        header = environ.get('HTTP_AUTHORIZATION', '')
        environ['HTTP_AUTHORIZATION'] = header.replace('Credential=fieldport/', 'Credential=fieldport:fieldport/', 1)
        if environ['PATH_INFO'] == '/health':
            environ['PATH_INFO'] = '/healthcheck' if os.path.exists('/tmp/swift/made') else '/'
        return self.app(environ, start_response)


def factory(_global_conf, **_local_conf):
    return KeyOfOneName

/** A temporary nginx in front of servers, configured for production: it keeps connections open and never sends a POST twice. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answers } from './builtServer.ts'

export type Nginx = {
  readonly url: string
  /** The log lines about a connection to a server that broke after a request had been sent on it. */
  readonly cutConnections: () => Promise<readonly string[]>
  readonly stop: () => Promise<void>
}

export async function startNginx(about: { port: number; upstreams: readonly string[]; keepAliveSeconds: number }): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldport-nginx-'))
  const log = join(folder, 'error.log')
  await mkdir(join(folder, 'tmp'))
  // If root starts nginx, its workers run as another user.
  await Promise.all([chmod(folder, 0o711), chmod(join(folder, 'tmp'), 0o777)])
  await writeFile(join(folder, 'nginx.conf'), configure(about))
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', log], { stdio: 'inherit' })
  await once(child, 'spawn').catch((cause: unknown) => {
    throw new Error('This needs nginx on this machine: apt-get install nginx-light.', { cause })
  })
  const url = `http://127.0.0.1:${about.port}`
  await answers(`${url}/readyz`)
  return {
    url,
    cutConnections: async () => {
      const lines = (await readFile(log, 'utf8')).split('\n')
      return lines.filter((line) => line.includes('[error]') && !line.includes('(111: Connection refused)'))
    },
    stop: async () => {
      const exit = once(child, 'exit')
      child.kill('SIGQUIT')
      await exit
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** `max_fails=0`: a server that refused a connection during its restart is tried again at once, because the other one restarts next. */
function configure({ port, upstreams, keepAliveSeconds }: Parameters<typeof startNginx>[0]): string {
  return `
daemon off;
worker_processes 1;
pid nginx.pid;
error_log error.log info;
events {}
http {
  access_log off;
  client_body_temp_path tmp/body;
  proxy_temp_path tmp/proxy;
  fastcgi_temp_path tmp/fastcgi;
  uwsgi_temp_path tmp/uwsgi;
  scgi_temp_path tmp/scgi;
  client_max_body_size 70m;
  keepalive_requests 1000000;
  upstream portal {
${upstreams.map((address) => `    server ${new URL(address).host} max_fails=0;`).join('\n')}
    keepalive 16;
    keepalive_timeout ${keepAliveSeconds}s;
    keepalive_requests 1000000;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://portal;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }
  }
}
`
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, start } from './processes.mjs';

/** Writes deploy/nginx.conf as a whole configuration with all its files in `folder`; returns its path. */
export function writeNginxConfig(folder: string, change: (site: string) => string): string {
  const site = change(readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')).replaceAll(
    '/var/log/nginx',
    folder,
  );
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off;\nmaster_process off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\n` +
      `http {\naccess_log off;\n${folders.join('\n')}\n${site}\n}\n`,
  );
  return file;
}

/** Starts nginx with deploy/nginx.conf, without TLS, in front of the port `to`. */
export function startNginx(folder: string, port: number, to: number) {
  const file = writeNginxConfig(folder, (site) =>
    site
      .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
      .replace(/ssl_certificate.*\n/g, '\n')
      .replace('127.0.0.1:3000', `127.0.0.1:${to}`)
      .replace(/^server \{ listen 80;.*$/m, ''),
  );
  return start('nginx', ['-p', folder, '-c', file], { stdio: 'ignore' });
}

/** Starts Caddy with deploy/compose/Caddyfile for `domain`, with more global options, in front of the port `to`. */
export function startCaddy(
  folder: string,
  { domain, to, options = '' }: { domain: string; to: number; options?: string },
) {
  const file = join(folder, 'Caddyfile');
  const site = readFileSync(join(root, 'deploy/compose/Caddyfile'), 'utf8');
  writeFileSync(file, `{\nadmin off\n${options}}\n${site}`);
  return start('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    stdio: 'ignore',
    env: { ...process.env, DOMAIN: domain, UPSTREAM: `127.0.0.1:${to}`, HOME: folder, XDG_DATA_HOME: folder },
  });
}

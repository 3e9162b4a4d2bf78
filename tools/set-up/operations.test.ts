import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import {
  blockOf,
  checkAlertRules,
  commandsInSentences,
  firstLine,
  operations,
  readme,
  runs,
} from './documented-commands.ts';
import { isInstalled } from './processes.mjs';

// Every block of the README and of docs/operations.md stands in one of these lists by its first line, and every
// command within a sentence stands in `inSentences`. `operations-run.test.ts` runs `runs`, `servers` and
// `checkAlertRules`.
const servers = ['npm start', 'npm run demo'];
const docker =
  'needs Docker; compose.test.ts runs ./setup and compares compose.yaml with the schema of Compose, ' +
  '`npm run prove image` builds and runs the image. By hand on 29 November 2026: Docker 20.10, Compose 2.40, Caddy 2.11 ' +
  'and PostgreSQL 18.6 of Debian; only --resolve-image-digests needs a registry';
const machine = 'changes the machine (users, /etc, systemd): only by hand on a machine of its own';
const settings = 'settings, not commands';
const notHere: Readonly<Record<string, string>> = {
  'git clone <your repository> hakima && cd hakima': docker,
  'docker compose exec app hakima backup && git fetch --tags && git checkout v1.1.0 && docker build -f ../Containerfile -t hakima:1.1.0 ../..':
    docker,
  "sed -i 's/^HAKIMA_IMAGE=.*/HAKIMA_IMAGE=hakima:1.0.0/' .env && docker compose up -d --wait": docker,
  "docker compose stop app && sed -i 's/^HAKIMA_IMAGE=.*/HAKIMA_IMAGE=hakima:1.0.0/' .env": docker,
  'docker compose run --rm -T app move-out /backups/newer.zip': docker,
  'docker compose run --rm -T app restore latest --identity - <key.txt': docker,
  'useradd --system --home /opt/hakima --shell /usr/sbin/nologin hakima': machine,
  'set -a; . /etc/hakima.env; set +a': machine,
  'npm run backup -- /var/backups/hakima/before.backup && git fetch --tags && git checkout v1.1.0 && npm run build':
    machine,
  'BACKUP_TO=s3://bucket/folder': settings,
  'ETCD_NAME=a': settings,
  'PATRONI_NAME=one': settings,
  'POST <url>': 'what a gateway receives; engine/delivery tests it',
};
/** Blocks that another test below reads. */
const checked = ['PUBLIC_URL=https://clinic.example', '[Unit]'];

const prove = '`npm run test:all` runs it';
const inSentences: Readonly<Record<string, string>> = {
  'npm run one-time-password -- admin': 'runs',
  'git describe --tags --always': 'runs',
  'npm test': prove,
  'npm run test:all': 'runs operations-run.test.ts',
  'npm run prove cluster': prove,
  'npm run prove failover': prove,
  'npm run prove browsers': prove,
  'git checkout': 'of what ran before: a name of the operator',
  'npm run move-out -- newer.zip': '`npm run prove upgrade` runs it',
  'npm run build': 'the build that operations-run.test.ts needs',
  'npm run backup -- FILE': 'FILE stands for a name',
  'npm run restore -- /var/backups/hakima/before.backup --replace': machine,
  'docker compose logs app': docker,
  'docker compose config --resolve-image-digests': docker,
  'docker compose restart caddy': docker,
  'docker compose up': docker,
  'docker compose exec app hakima one-time-password admin': docker,
  'systemctl enable --now hakima': machine,
  'systemctl stop hakima': machine,
  'systemctl start hakima': machine,
  'systemctl disable --now postgresql': machine,
  'patronictl -c /etc/patroni/config.yml list': machine,
};

const folder = mkdtempSync(join(tmpdir(), 'hakima-operations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every block and inline command is run or has a reason', () => {
  const known = [...runs, checkAlertRules, ...servers, ...checked, ...Object.keys(notHere)];
  expect([...readme, ...operations].map(firstLine).toSorted()).toEqual(known.toSorted());
  expect(commandsInSentences.toSorted()).toEqual(Object.keys(inSentences).toSorted());
});

test('the settings of the first day exist', () => {
  const given = Object.fromEntries(
    blockOf('PUBLIC_URL=')
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  );
  expect(readConfig(given)).toMatchObject({
    secure: true,
    DATA_DIR: '/var/lib/hakima',
    TRUST_PROXY: ['127.0.0.1'],
  });
});

test.runIf(isInstalled('systemd-analyze'))('systemd takes the unit of the first day', () => {
  const unit = join(folder, 'hakima.service');
  writeFileSync(unit, blockOf('[Unit]'));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  expect(stderr.split('\n').filter((line) => line.includes('hakima.service'))).toEqual([]);
  expect(status).toBe(0);
});

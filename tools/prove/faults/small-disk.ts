import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const mb = 1024 * 1024;

/** A separate small disk. */
export interface SmallDisk {
  readonly folder: string;
  /** Fills the disk except for this much space. */
  fill(leftMb: number): void;
  free(): void;
  end(): void;
}

/** Why this machine cannot provide a small disk; undefined if it can. */
export function noSmallDisk(): string | undefined {
  try {
    smallDisk(1).end();
    return undefined;
  } catch {
    return 'root wanted, to mount a small disk (and mount: apt-get install mount)';
  }
}

/** A small disk owned by that user. */
export function smallDisk(sizeMb: number, owner?: { uid: number; gid: number }): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'hakima-disk-'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', folder]).status !== 0) {
    rmSync(folder, { recursive: true });
    throw new Error('no small disk could be mounted');
  }
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: (leftMb) => {
      const { bavail, bsize } = statfsSync(folder);
      try {
        writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leftMb * mb)));
      } catch {
        // The disk is full.
      }
    },
    free: () => rmSync(ballast, { force: true }),
    end: () => {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

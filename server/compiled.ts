import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** Where the build keeps what V8 made of a file, behind a sum of both. */
export const compiledOf = (file: string): string => `${file}.compiled`;
const sumBytes = 4;

export function withSum(compiled: Buffer, source: Buffer): Buffer {
  const sum = Buffer.alloc(sumBytes);
  sum.writeUInt32LE(crc32(compiled, crc32(source)));
  return Buffer.concat([sum, compiled]);
}

/** Nothing where it is not there, was damaged since, or is of another text: V8 compares lengths alone. */
function kept(file: string, source: Buffer): Buffer | undefined {
  try {
    const bytes = readFileSync(compiledOf(file));
    const compiled = bytes.subarray(sumBytes);
    return crc32(compiled, crc32(source)) === bytes.readUInt32LE() ? compiled : undefined;
  } catch {
    return undefined;
  }
}

/**
 * From now on the files below a folder, CommonJS in ASCII, are loaded with what V8 made of them as they were
 * built: compiling is half of a start. What another version of V8 made, or one with other switches, it
 * refuses by itself, and compiles anew. Tells each script as it comes.
 */
export function loadCompiled(folder: string, tell: (file: string, script: Script) => void = () => {}): void {
  const { extensions } = createRequire(import.meta.url);
  const asEver = extensions['.js'];
  extensions['.js'] = (module, file) => {
    if (!file.startsWith(folder)) return asEver(module, file);
    const source = readFileSync(file);
    const text = source.toString('latin1');
    const script = new Script(`(function (exports, require, module, __filename, __dirname) {${text}\n})`, {
      filename: file,
      cachedData: kept(file, source),
    });
    tell(file, script);
    script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
  };
}

import { pgErrorCode } from './transaction.ts';

// A type, not an interface, because the logger requires plain fields.
type HarmlessError = {
  readonly type: string;
  readonly code: string | undefined;
  readonly message: string;
  readonly stack: string;
};

/**
 * An error without values that must not be logged. The message, stack and fields of a failed query contain
 * its parameters and the row (names, notes): only the statement, the code and the stack lines of our code
 * remain.
 */
export function sanitizeError(error: Error): HarmlessError {
  const [message = ''] = error.message.split('\nparams:', 1);
  const code = pgErrorCode(error);
  const stack = (error.stack ?? '')
    .replace(error.message, '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) =>
      line.trim().replace(/\(?(?:file:\/\/)?\/\S*\/(?=(?:server|shared|dist|node_modules)\/)/, ''),
    )
    .join('\n');
  const isRefusedRow = code !== undefined && /^(22|23)/.test(code);
  return {
    type: error.name,
    code,
    message:
      isRefusedRow && !message.startsWith('Failed query') ? `refused by the database (${code})` : message,
    stack,
  };
}

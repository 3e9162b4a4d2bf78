import { createServer } from 'node:http';
import pg from 'pg';

/** Minimal server for comparison: it answers two words, and inserts one row into one table. */
const pool = process.env.DATABASE_URL ? new pg.Pool({ connectionString: process.env.DATABASE_URL }) : null;
await pool?.query(
  'create table if not exists bench_rows (id int generated always as identity primary key, text text)',
);

const server = createServer((request, response) => {
  const answer = (status: number) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"status":"ok"}');
  if (request.method !== 'POST') return answer(200);
  pool?.query('insert into bench_rows (text) values ($1)', ['x']).then(
    () => answer(201),
    () => answer(500),
  );
});
server.listen(Number(process.env.PORT), '127.0.0.1');

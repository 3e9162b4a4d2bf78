-- Who is at a task, and when it last said so: what a process died over is given on as soon as it is gone.
alter table tasks
  add column holder integer,
  add column seen_at timestamptz;

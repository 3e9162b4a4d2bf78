-- A message may have arrived although its attempt ended without an answer: what it said counts as read.
alter table messages add column unanswered smallint not null default 0;

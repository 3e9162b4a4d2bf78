-- That a date was read right is one thing somebody says of a row, whose it is another.
alter table import_rows drop constraint import_rows_decision_check;
alter table import_rows add constraint import_rows_decision_check
  check (decision in ('same', 'another', 'read'));

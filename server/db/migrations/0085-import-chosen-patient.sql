-- A row of an import can be decided by choosing the patient it is about.
-- not additive: the check takes one more value; the previous version writes only the values that it knew.
alter table import_rows drop constraint import_rows_decision_check;
alter table import_rows add constraint import_rows_decision_check
  check (decision in ('same', 'another', 'read', 'chosen'));

-- Actions of the audit trail are spelled in one way. The trail refuses changes but within its retention.
set local hakima.retention = 'on';
update events set action = replace(action, '-', '_') where action in ('exceptions-changed', 'duties-changed', 'push-on', 'push-off');
set local hakima.retention = 'off';

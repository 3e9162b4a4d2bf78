-- Reminders of the day before and of earlier days are one kind of message.
update messages set template = 'reminder' where template = 'reminder24h';

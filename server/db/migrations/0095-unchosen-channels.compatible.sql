-- Records of patients in care and of visitors began with an empty choice of channels, which nobody had made: without
-- a choice, their channels follow their known contacts. An empty choice that the patient or staff made stays.
update users set channels = null
  where channels = '{}' and auth_provider in ('cared', 'visitor') and erased_at is null
    and not exists (select from events e where e.action = 'stopped' and e.patient_id = users.id)
    and not exists (select from users merged join events e on e.patient_id = merged.id and e.action = 'stopped'
      where merged.merged_into = users.id)
    and not exists (select from events e where e.action = 'user_changed' and e.subject = 'users'
      and e.subject_id = users.id and e.after -> 'fields' ? 'channels');

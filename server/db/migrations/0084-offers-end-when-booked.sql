-- An offer whose time became the patient's visit by another way ended only when it was read.
update offers o set holds = false, answered_at = coalesce(o.answered_at, a.created_at),
    state = case when a.created_by = o.patient_id then 'taken' else 'given' end
from appointments a
where o.state in ('open', 'call') and a.patient_id = o.patient_id and a.location_id = o.location_id
  and a.local_start = o.local_start and a.status not in ('cancelled', 'no_show');

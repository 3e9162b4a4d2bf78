-- The schema after all migrations, as the database describes it. Written by `npx vitest run server/db/schema.test.ts -u`.

create extension btree_gist;

create extension pg_trgm;

create function appointments_count() returns trigger language plpgsql volatile as $$
begin
  if tg_op <> 'INSERT' then
    insert into day_count_deltas
      values (old.location_id, (old.local_start - interval '3 hours')::date, old.status, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into day_count_deltas
      values (new.location_id, (new.local_start - interval '3 hours')::date, new.status, 1);
  end if;
  return null;
end $$;

create function clinical_notes_append_only() returns trigger language plpgsql volatile as $$ begin
  if current_setting('hakima.retention', true) = 'on'
    and current_user = (select pg_get_userbyid(relowner) from pg_catalog.pg_class where oid = tg_relid) then
    return coalesce(new, old);
  end if;
  raise exception 'clinical notes are append-only';
end $$;

create function events_append_only() returns trigger language plpgsql volatile as $$ begin
  if current_setting('hakima.retention', true) = 'on'
    and current_user = (select pg_get_userbyid(relowner) from pg_catalog.pg_class where oid = tg_relid) then
    return coalesce(new, old);
  end if;
  raise exception 'events are append-only';
end $$;

create function events_notice() returns trigger language plpgsql volatile as $$ begin
  perform pg_notify('hakima_events', '');
  return null;
end $$;

create function fold(t text) returns text language sql immutable strict as $$
  select translate(
    regexp_replace(lower(normalize(t, NFKC)), '[\u0610-\u061a\u064b-\u065f\u0670\u0640\u200b-\u200f\u202a-\u202e\u2066-\u2069\s|]', '', 'g'),
    'أإآٱىةؤئء٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'اااايهويا01234567890123456789') $$;

create function forget_clinical_notes_of(person integer) returns bigint language plpgsql volatile security definer set search_path=pg_catalog, pg_temp as $$
declare gone bigint; begin
  if exists (select from public.users where id = person and erased_at is null)
    or exists (select from public.clinical_notes where patient_id = person and at > now() - interval '1 year') then
    raise exception 'her notes are kept';
  end if;
  delete from public.shared_notes where note_id in (select id from public.clinical_notes where patient_id = person);
  perform set_config('hakima.retention', 'on', true);
  delete from public.clinical_notes where patient_id = person;
  get diagnostics gone = row_count;
  perform set_config('hakima.retention', 'off', true);
  return gone;
end $$;

create function forget_words_of(person integer) returns void language plpgsql volatile security definer set search_path=pg_catalog, pg_temp as $$
declare structure constant text[] := array['locationId', 'appointmentDate', 'appointmentTime', 'status',
  'serviceId', 'doctorId', 'room', 'role', 'fields', 'day', 'import', 'guardian', 'relation'];
begin
  if exists (select from public.users where id = person and erased_at is null) then
    raise exception 'she is still here';
  end if;
  perform set_config('hakima.retention', 'on', true);
  update public.events set
    before = (select jsonb_object_agg(key, value) from jsonb_each(before) where key = any (structure)),
    after = (select jsonb_object_agg(key, value) from jsonb_each(after) where key = any (structure))
  where patient_id = person or (subject = 'users' and subject_id = person);
  update public.events set ip = null where actor_id = person;
  perform set_config('hakima.retention', 'off', true);
end $$;

create function handle(t text) returns text language sql immutable strict as $$
  select case when t ~ '[^\x01-\x7f]' then translate(lower(normalize(t, NFKC) collate "C"),
    'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮİĴĶĹĻĽŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸ'
    || 'ŹŻŽƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƠƢƤƦƧƩƬƮƯƱƲƳƵƷƸƼǍǏǑǓǕǗǙǛǞǠǢǤǦǨǪǬǮǴǶǷǸǺǼǾȀȂȄȆȈȊȌȎȐȒȔȖȘȚȜȞȠȢȤȦȨȪȬȮȰ'
    || 'ȲȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΆΈΉΊΌΎΏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВ'
    || 'ГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӁӃӅӇӉӋӍӐӒӔӖӘӚӜ'
    || 'ӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨ'
    || 'ႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘ'
    || 'ᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲉᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿḀḂḄḆḈḊḌḎḐḒḔḖ'
    || 'ḘḚḜḞḠḢḤḦḨḪḬḮḰḲḴḶḸḺḼḾṀṂṄṆṈṊṌṎṐṒṔṖṘṚṜṞṠṢṤṦṨṪṬṮṰṲṴṶṸṺṼṾẀẂẄẆẈẊẌẎẐẒẔẞẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎ'
    || 'ỐỒỔỖỘỚỜỞỠỢỤỦỨỪỬỮỰỲỴỶỸỺỼỾἈἉἊἋἌἍἎἏἘἙἚἛἜἝἨἩἪἫἬἭἮἯἸἹἺἻἼἽἾἿὈὉὊὋὌὍὙὛὝὟὨὩὪὫὬὭὮὯᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞᾟ'
    || 'ᾨᾩᾪᾫᾬᾭᾮᾯᾸᾹᾺᾼῈῊῌῘῙῚῨῩῪῬῸῺῼℲↃⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵ'
    || 'ⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒ'
    || 'ꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ'
    || '꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵ',
    'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįiĵķĺļľłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷÿ'
    || 'źżžɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵơƣƥʀƨʃƭʈưʊʋƴƶʒƹƽǎǐǒǔǖǘǚǜǟǡǣǥǧǩǫǭǯǵƕƿǹǻǽǿȁȃȅȇȉȋȍȏȑȓȕȗșțȝȟƞȣȥȧȩȫȭȯȱ'
    || 'ȳⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳάέήίόύώαβγδεζηθικλμνξοπρστυφχψωϊϋϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽѐёђѓєѕіїјљњћќѝўџабв'
    || 'гдежзийклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѷѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӂӄӆӈӊӌӎӑӓӕӗәӛӝ'
    || 'ӟӡӣӥӧөӫӭӯӱӳӵӷӹӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈ'
    || 'ⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨ'
    || 'ꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽᲊაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿḁḃḅḇḉḋḍḏḑḓḕḗ'
    || 'ḙḛḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕßạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏ'
    || 'ốồổỗộớờởỡợụủứừửữựỳỵỷỹỻỽỿἀἁἂἃἄἅἆἇἐἑἒἓἔἕἠἡἢἣἤἥἦἧἰἱἲἳἴἵἶἷὀὁὂὃὄὅὑὓὕὗὠὡὢὣὤὥὦὧᾀᾁᾂᾃᾄᾅᾆᾇᾐᾑᾒᾓᾔᾕᾖᾗ'
    || 'ᾠᾡᾢᾣᾤᾥᾦᾧᾰᾱὰᾳὲὴῃῐῑὶῠῡὺῥὸὼῳⅎↄⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶ'
    || 'ȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓ'
    || 'ꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊɤꟍ'
    || '꟏ꟑꟓꟕꟗꟙꟛƛꟶ')
    else lower(t collate "C") end $$;

create function move_clinical_notes(from_id integer, to_id integer, only_ids integer[]) returns integer[] language plpgsql volatile security definer set search_path=pg_catalog, pg_temp as $$
declare moved int[]; begin
  if not exists (select from public.merges where undone_at is null
    and ((gone_id = from_id and kept_id = to_id) or (gone_id = to_id and kept_id = from_id))) then
    raise exception 'these two are not merged';
  end if;
  perform set_config('hakima.retention', 'on', true);
  with recursive meant as (
    select id from public.clinical_notes where patient_id = from_id and (only_ids is null or id = any (only_ids))
    union select n.id from public.clinical_notes n join meant on n.corrects = meant.id
  ), done as (
    update public.clinical_notes set patient_id = to_id where id in (select id from meant) returning id
  ) select coalesce(array_agg(id), '{}') into moved from done;
  perform set_config('hakima.retention', 'off', true);
  return moved;
end $$;

create function note_change() returns trigger language plpgsql volatile as $$ begin
  new.updated_at := now();
  return new;
end $$;

create function note_change_of_staff() returns trigger language plpgsql volatile as $$ begin
  update staff set updated_at = now() where user_id = coalesce(new.user_id, old.user_id)
    and updated_at <> now();
  return null;
end $$;

create function note_change_of_user() returns trigger language plpgsql volatile as $$ begin
  update users set updated_at = now() where id in (new.patient_id, old.patient_id) and updated_at <> now();
  return null;
end $$;

create function numbers_of(person integer) returns SETOF integer language sql stable as $$
  with recursive line as (
    select person as id
    union select u.id from users u join line on u.merged_into = line.id
  ) select id from line $$;

create function people_matching(written text, heard tsquery, reference integer, roles text[], most integer) returns SETOF integer language plpgsql stable set enable_seqscan=off set enable_indexscan=off as $$
begin
  return query execute 'select id from users where (search like $1 or words @@ $2 or id = $3)
    and role = any ($4) and erased_at is null limit $5'
    using written, heard, standing_id(reference), roles, most;
end $$;

create function people_matching(written text, phone text, heard tsquery, reference integer, roles text[], most integer) returns SETOF integer language plpgsql stable set enable_seqscan=off set enable_indexscan=off as $$
begin
  return query execute 'select id from users where (search like $1 or search like $2 or words @@ $3 or id = $4)
    and ($5 is null or role = any ($5)) and erased_at is null limit $6'
    using written, phone, heard, standing_id(reference), roles, most;
end $$;

create function people_meant(written text, heard tsquery, reference integer, roles text[], most integer) returns SETOF users language plpgsql stable set enable_seqscan=off set enable_indexscan=off as $$
declare
  heard_words tsquery[] := array(select word::tsquery from regexp_split_to_table(heard::text, ' & ') word);
  each_word text := (select string_agg(format('words @@ $2[%s]', nth), ' and ')
    from generate_subscripts(heard_words, 1) nth);
begin
  return query execute 'select * from users where (search like $1 or ' || coalesce(each_word, 'false') || '
    or id = $3) and role = any ($4) and erased_at is null limit $5'
    using written, heard_words, standing_id(reference), roles, most;
end $$;

create function standing_id(number integer) returns integer language sql stable as $$
  with recursive line as (
    select id, merged_into from users where id = number
    union select u.id, u.merged_into from users u join line on u.id = line.merged_into
  ) select id from line where merged_into is null $$;

create function users_outdate_words() returns trigger language plpgsql volatile as $$ begin
  if (new.name, new.username, new.phone, new.phone2) is distinct from (old.name, old.username, old.phone, old.phone2)
    and new.words is not distinct from old.words then new.words = null; end if;
  return new;
end $$;

create table abandoned_attempts (
  created_by integer not null,
  idempotency_key text not null,
  created_at timestamp with time zone not null default now(),
  constraint abandoned_attempts_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint abandoned_attempts_idempotency_key_check CHECK ((length(idempotency_key) <= 128)),
  constraint abandoned_attempts_pkey PRIMARY KEY (created_by, idempotency_key)
);

create table absences (
  id integer not null generated always as identity,
  user_id integer not null,
  during tsrange not null,
  reason text not null default ''::text,
  created_by integer,
  created_at timestamp with time zone not null default now(),
  constraint absences_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint absences_during_check CHECK (((NOT isempty(during)) AND (lower(during) IS NOT NULL) AND (upper(during) IS NOT NULL))),
  constraint absences_pkey PRIMARY KEY (id),
  constraint absences_reason_check CHECK ((length(reason) <= 200)),
  constraint absences_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff(user_id) ON DELETE CASCADE
);
CREATE INDEX absences_by_person ON public.absences USING btree (user_id, upper(during));

create table api_keys (
  id integer not null generated always as identity,
  name text not null,
  token_hash bytea not null,
  hint text not null,
  scopes text[] not null,
  per_minute integer not null,
  created_by integer not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  used_at timestamp with time zone,
  used_from inet,
  revoked_at timestamp with time zone,
  constraint api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint api_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint api_keys_per_minute_check CHECK (((per_minute >= 1) AND (per_minute <= 6000))),
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_scopes_check CHECK (((cardinality(scopes) >= 1) AND (cardinality(scopes) <= 60))),
  constraint api_keys_token_hash_key UNIQUE (token_hash)
);

create table appointments (
  id integer not null generated always as identity,
  patient_id integer not null,
  location_id integer not null,
  service_id integer not null,
  local_start timestamp(0) without time zone not null,
  local_end timestamp(0) without time zone not null,
  room smallint,
  status text not null,
  notes text not null default ''::text,
  created_by integer,
  idempotency_key text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  doctor_id integer,
  series_id integer,
  doctor_wish text not null default 'any'::text,
  waits_for_call boolean not null default false,
  stated_at timestamp with time zone,
  constraint appointments_check CHECK (((local_end > local_start) AND (local_end <= (local_start + '1 day'::interval)))),
  constraint appointments_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint appointments_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES users(id),
  constraint appointments_doctor_overlap EXCLUDE USING gist (doctor_id WITH =, tsrange(local_start, local_end) WITH &&) WHERE (((status <> ALL (ARRAY['cancelled'::text, 'no_show'::text])) AND (room IS NOT NULL) AND (doctor_id IS NOT NULL))),
  constraint appointments_doctor_wish_check CHECK ((doctor_wish = ANY (ARRAY['any'::text, 'woman'::text, 'named'::text]))),
  constraint appointments_idempotency_key_check CHECK ((length(idempotency_key) <= 128)),
  constraint appointments_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id),
  constraint appointments_notes_check CHECK ((length(notes) <= 20000)),
  constraint appointments_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES users(id),
  constraint appointments_patient_overlap EXCLUDE USING gist (patient_id WITH =, tsrange(local_start, local_end) WITH &&) WHERE ((status <> ALL (ARRAY['cancelled'::text, 'no_show'::text]))),
  constraint appointments_pkey PRIMARY KEY (id),
  constraint appointments_room_check CHECK ((room >= 1)),
  constraint appointments_room_overlap EXCLUDE USING gist (location_id WITH =, room WITH =, tsrange(local_start, local_end) WITH &&) WHERE ((status <> ALL (ARRAY['cancelled'::text, 'no_show'::text]))),
  constraint appointments_series_id_fkey FOREIGN KEY (series_id) REFERENCES series(id),
  constraint appointments_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  constraint appointments_status CHECK ((status = ANY (ARRAY['pending'::text, 'confirmed'::text, 'attended'::text, 'cancelled'::text, 'no_show'::text])))
);
CREATE INDEX appointments_by_change_in_order ON public.appointments USING btree (updated_at, id);
CREATE INDEX appointments_by_doctor ON public.appointments USING btree (doctor_id, local_start, id) WHERE (doctor_id IS NOT NULL);
CREATE INDEX appointments_by_location ON public.appointments USING btree (location_id, local_start, id) INCLUDE (local_end, room, status);
CREATE INDEX appointments_by_patient ON public.appointments USING btree (patient_id, local_start, id);
CREATE INDEX appointments_by_series ON public.appointments USING btree (series_id, local_start) WHERE (series_id IS NOT NULL);
CREATE INDEX appointments_by_status ON public.appointments USING btree (status, local_start, id);
CREATE INDEX appointments_by_time ON public.appointments USING btree (local_start, id) INCLUDE (status, location_id);
CREATE INDEX appointments_calls ON public.appointments USING btree (local_start) WHERE (waits_for_call AND (status = 'pending'::text));
CREATE UNIQUE INDEX appointments_idempotency ON public.appointments USING btree (created_by, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX appointments_of_doctors ON public.appointments USING btree (local_start) INCLUDE (local_end, doctor_id, room, status) WHERE (doctor_id IS NOT NULL);
CREATE TRIGGER appointments_count AFTER INSERT OR DELETE OR UPDATE OF location_id, local_start, status ON public.appointments FOR EACH ROW EXECUTE FUNCTION appointments_count();

create table arrivals (
  appointment_id integer not null,
  location_id integer not null,
  day date not null,
  ticket smallint,
  walk_in boolean not null default false,
  here_at timestamp with time zone,
  arrived_at timestamp with time zone,
  called_at timestamp with time zone,
  seen_at timestamp with time zone,
  left_at timestamp with time zone,
  room smallint,
  place double precision,
  moved_because text,
  here_by_number boolean not null default false,
  constraint arrivals_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE CASCADE,
  constraint arrivals_in_order CHECK ((((arrived_at IS NULL) OR (ticket IS NOT NULL)) AND ((called_at IS NULL) OR (arrived_at IS NOT NULL)) AND ((seen_at IS NULL) OR (called_at IS NOT NULL)) AND ((left_at IS NULL) OR (arrived_at IS NOT NULL)))),
  constraint arrivals_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id),
  constraint arrivals_moved_because_check CHECK ((length(moved_because) <= 200)),
  constraint arrivals_pkey PRIMARY KEY (appointment_id),
  constraint arrivals_room_check CHECK ((room >= 1)),
  constraint arrivals_ticket UNIQUE (location_id, day, ticket),
  constraint arrivals_ticket_check CHECK ((ticket >= 1))
);

create table branch_counts (
  location_id integer not null,
  status text not null,
  n integer not null,
  constraint branch_counts_pkey PRIMARY KEY (location_id, status)
);

create table calendars (
  user_id integer not null,
  token_hash bytea not null,
  titles text not null,
  created_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone,
  constraint calendars_pkey PRIMARY KEY (user_id),
  constraint calendars_titles_check CHECK ((titles = ANY (ARRAY['discreet'::text, 'full'::text]))),
  constraint calendars_token_hash_key UNIQUE (token_hash),
  constraint calendars_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table client_logs (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  kind text not null,
  type text not null,
  user_id integer,
  page text,
  text text not null default ''::text,
  details jsonb,
  fingerprint text,
  constraint client_logs_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'interaction'::text, 'error'::text]))),
  constraint client_logs_pkey PRIMARY KEY (id)
);
CREATE INDEX client_logs_at ON public.client_logs USING btree (at, id);
CREATE INDEX client_logs_by_type ON public.client_logs USING btree (kind, type, at, id);
CREATE INDEX client_logs_by_user ON public.client_logs USING btree (user_id, at, id) WHERE (user_id IS NOT NULL);

create table clinical_notes (
  id integer not null generated always as identity,
  patient_id integer not null,
  appointment_id integer,
  author_id integer not null,
  signed_name text not null,
  signed_name_ar text,
  signed_title text not null default ''::text,
  signed_title_ar text,
  at timestamp with time zone not null default now(),
  text text not null,
  corrects integer,
  idempotency_key text,
  constraint clinical_notes_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES appointments(id),
  constraint clinical_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint clinical_notes_corrects FOREIGN KEY (corrects, patient_id) REFERENCES clinical_notes(id, patient_id),
  constraint clinical_notes_idempotency_key_check CHECK ((length(idempotency_key) <= 128)),
  constraint clinical_notes_of_patient UNIQUE (id, patient_id),
  constraint clinical_notes_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES users(id),
  constraint clinical_notes_pkey PRIMARY KEY (id),
  constraint clinical_notes_text_check CHECK (((length(text) >= 1) AND (length(text) <= 20000)))
);
CREATE INDEX clinical_notes_by_patient ON public.clinical_notes USING btree (patient_id, at, id);
CREATE INDEX clinical_notes_by_visit ON public.clinical_notes USING btree (appointment_id) WHERE (appointment_id IS NOT NULL);
CREATE INDEX clinical_notes_corrected ON public.clinical_notes USING btree (corrects) WHERE (corrects IS NOT NULL);
CREATE UNIQUE INDEX clinical_notes_idempotency ON public.clinical_notes USING btree (author_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE TRIGGER clinical_notes_append_only BEFORE DELETE OR UPDATE ON public.clinical_notes FOR EACH ROW EXECUTE FUNCTION clinical_notes_append_only();
CREATE TRIGGER clinical_notes_not_emptied BEFORE TRUNCATE ON public.clinical_notes FOR EACH STATEMENT EXECUTE FUNCTION clinical_notes_append_only();

create table consents (
  id integer not null generated always as identity,
  user_id integer not null,
  content_id integer not null,
  lang text not null,
  at_desk boolean not null,
  given_by integer,
  given_at timestamp with time zone not null,
  withdrawn_by integer,
  withdrawn_at timestamp with time zone,
  constraint consents_content_id_fkey FOREIGN KEY (content_id) REFERENCES content_versions(id),
  constraint consents_given_by_fkey FOREIGN KEY (given_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint consents_lang_check CHECK ((lang = ANY (ARRAY['en'::text, 'ar'::text]))),
  constraint consents_pkey PRIMARY KEY (id),
  constraint consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint consents_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX consents_given_by ON public.consents USING btree (given_by) WHERE (given_by IS NOT NULL);
CREATE INDEX consents_of_user ON public.consents USING btree (user_id, id);
CREATE INDEX consents_withdrawn_by ON public.consents USING btree (withdrawn_by) WHERE (withdrawn_by IS NOT NULL);

create table contact_messages (
  id integer not null generated always as identity,
  name text not null,
  email text,
  message text not null,
  locale text not null,
  state text not null default 'new'::text,
  answer text,
  answered_by integer,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  way text not null default 'form'::text,
  phone text,
  patient_id integer,
  location_id integer,
  delivery_id text,
  constraint contact_messages_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id),
  constraint contact_messages_delivery_id_key UNIQUE (delivery_id),
  constraint contact_messages_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id) ON DELETE SET NULL,
  constraint contact_messages_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint contact_messages_pkey PRIMARY KEY (id),
  constraint contact_messages_sender_check CHECK ((((way = 'form'::text) AND (email IS NOT NULL)) OR ((way <> 'form'::text) AND (phone IS NOT NULL)))),
  constraint contact_messages_state_check CHECK ((state = ANY (ARRAY['new'::text, 'read'::text, 'answered'::text, 'closed'::text]))),
  constraint contact_messages_way_check CHECK ((way = ANY (ARRAY['form'::text, 'sms'::text, 'whatsapp'::text])))
);
CREATE INDEX contact_messages_by_patient ON public.contact_messages USING btree (patient_id) WHERE (patient_id IS NOT NULL);
CREATE INDEX contact_messages_state ON public.contact_messages USING btree (state, id);

create table content_versions (
  id integer not null generated always as identity,
  key text not null,
  body jsonb not null,
  author_id integer,
  created_at timestamp with time zone not null default now(),
  asks_anew boolean not null default false,
  constraint content_versions_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint content_versions_pkey PRIMARY KEY (id)
);
CREATE INDEX content_versions_key ON public.content_versions USING btree (key, id DESC);

create table credentials (
  user_id integer not null,
  password_hash text not null,
  must_change boolean not null default false,
  changed_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  reset_at timestamp with time zone,
  constraint credentials_pkey PRIMARY KEY (user_id),
  constraint credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table data_copies (
  user_id integer not null,
  locale text not null,
  attempts smallint not null default 0,
  asked_at timestamp with time zone not null,
  ready_at timestamp with time zone,
  archive bytea,
  constraint data_copies_check CHECK (((ready_at IS NULL) = (archive IS NULL))),
  constraint data_copies_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'ar'::text]))),
  constraint data_copies_pkey PRIMARY KEY (user_id),
  constraint data_copies_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX data_copies_waiting ON public.data_copies USING btree (asked_at) WHERE (archive IS NULL);

create table day_count_deltas (
  location_id integer not null,
  day date not null,
  status text not null,
  n smallint not null
);

create table day_counts (
  location_id integer not null,
  day date not null,
  status text not null,
  n integer not null,
  constraint day_counts_pkey PRIMARY KEY (location_id, day, status)
);
CREATE INDEX day_counts_by_day ON public.day_counts USING btree (day) INCLUDE (location_id, status, n);

create table day_tickets (
  location_id integer not null,
  day date not null,
  last smallint not null,
  constraint day_tickets_last_check CHECK ((last >= 1)),
  constraint day_tickets_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id) ON DELETE CASCADE,
  constraint day_tickets_pkey PRIMARY KEY (location_id, day)
);

create table deletions (
  user_id integer not null,
  person_since timestamp with time zone not null,
  at timestamp with time zone not null,
  constraint deletions_pkey PRIMARY KEY (user_id)
);

create table desk_drafts (
  author_id integer not null,
  appointment_id integer not null,
  start text not null,
  text text not null,
  version integer not null,
  updated_at timestamp with time zone not null default now(),
  constraint desk_drafts_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE CASCADE,
  constraint desk_drafts_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint desk_drafts_pkey PRIMARY KEY (author_id, appointment_id),
  constraint desk_drafts_start_check CHECK ((length(start) <= 20000)),
  constraint desk_drafts_text_check CHECK ((length(text) <= 20000))
);

create table displaced (
  id integer not null generated always as identity,
  disruption_id integer not null,
  appointment_id integer,
  patient_id integer not null,
  location_id integer not null,
  doctor_id integer,
  local_start timestamp(0) without time zone not null,
  wanted_location_id integer,
  wanted_start timestamp(0) without time zone,
  wanted_doctor_id integer,
  wanted_by integer,
  wanted_at timestamp with time zone,
  round smallint not null default 0,
  offer_id integer,
  reached boolean,
  reminded_at timestamp with time zone,
  called_at timestamp with time zone,
  tried_at timestamp with time zone,
  called_by integer,
  said text,
  causes text[] not null default '{}'::text[],
  constraint displaced_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE SET NULL,
  constraint displaced_called_by_fkey FOREIGN KEY (called_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint displaced_disruption_id_appointment_id_key UNIQUE (disruption_id, appointment_id),
  constraint displaced_disruption_id_fkey FOREIGN KEY (disruption_id) REFERENCES disruptions(id) ON DELETE CASCADE,
  constraint displaced_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES users(id),
  constraint displaced_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id),
  constraint displaced_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id) ON DELETE SET NULL,
  constraint displaced_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES users(id),
  constraint displaced_pkey PRIMARY KEY (id),
  constraint displaced_wanted_by_fkey FOREIGN KEY (wanted_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint displaced_wanted_doctor_id_fkey FOREIGN KEY (wanted_doctor_id) REFERENCES users(id),
  constraint displaced_wanted_location_id_fkey FOREIGN KEY (wanted_location_id) REFERENCES locations(id)
);
CREATE INDEX displaced_by_visit ON public.displaced USING btree (appointment_id) WHERE (appointment_id IS NOT NULL);
CREATE INDEX displaced_patient ON public.displaced USING btree (patient_id);
CREATE INDEX displaced_wanted ON public.displaced USING btree (wanted_at) WHERE (wanted_at IS NOT NULL);

create table disruptions (
  id integer not null generated always as identity,
  doctor_id integer,
  absence_id integer,
  location_id integer,
  local_from timestamp(0) without time zone not null,
  local_to timestamp(0) without time zone not null,
  created_by integer,
  created_at timestamp with time zone not null default now(),
  cause text not null default 'absence'::text,
  fewer_rooms boolean not null default false,
  constraint disruptions_absence_id_fkey FOREIGN KEY (absence_id) REFERENCES absences(id) ON DELETE SET NULL,
  constraint disruptions_cause_check CHECK ((cause = ANY (ARRAY['absence'::text, 'hours'::text, 'departure'::text, 'rooms'::text]))),
  constraint disruptions_check CHECK (
CASE
    WHEN (doctor_id IS NOT NULL) THEN (location_id IS NULL)
    ELSE ((location_id IS NOT NULL) OR (cause = 'hours'::text))
END),
  constraint disruptions_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint disruptions_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES users(id),
  constraint disruptions_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id),
  constraint disruptions_pkey PRIMARY KEY (id)
);
CREATE INDEX disruptions_by_absence ON public.disruptions USING btree (absence_id) WHERE (absence_id IS NOT NULL);

create table doubles (
  low_id integer not null,
  high_id integer not null,
  verdict text not null,
  said_by integer,
  at timestamp with time zone not null,
  constraint doubles_check CHECK ((low_id < high_id)),
  constraint doubles_high_id_fkey FOREIGN KEY (high_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint doubles_low_id_fkey FOREIGN KEY (low_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint doubles_pkey PRIMARY KEY (low_id, high_id),
  constraint doubles_said_by_fkey FOREIGN KEY (said_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint doubles_verdict_check CHECK ((verdict = ANY (ARRAY['same'::text, 'different'::text])))
);
CREATE INDEX doubles_high ON public.doubles USING btree (high_id);

create table duties (
  id integer not null generated always as identity,
  user_id integer not null,
  location_id integer not null,
  weekday smallint not null,
  starts smallint not null,
  ends smallint not null,
  valid daterange not null default '(,)'::daterange,
  constraint duties_check CHECK ((starts < ends)),
  constraint duties_ends_check CHECK ((ends <= 1620)),
  constraint duties_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id) ON DELETE CASCADE,
  constraint duties_overlap EXCLUDE USING gist (user_id WITH =, weekday WITH =, int4range((starts)::integer, (ends)::integer) WITH &&, valid WITH &&),
  constraint duties_pkey PRIMARY KEY (id),
  constraint duties_starts_check CHECK ((starts >= 0)),
  constraint duties_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff(user_id) ON DELETE CASCADE,
  constraint duties_weekday_check CHECK (((weekday >= 0) AND (weekday <= 6)))
);

create table error_groups (
  fingerprint text not null,
  message text not null,
  n bigint not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  sample jsonb,
  constraint error_groups_pkey PRIMARY KEY (fingerprint)
);

create table events (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default clock_timestamp(),
  actor_id integer,
  actor_role text not null,
  ip inet,
  request_id text,
  action text not null,
  subject text not null,
  subject_id integer,
  location_id integer,
  patient_id integer,
  before jsonb,
  after jsonb,
  written_by xid8 not null default pg_current_xact_id(),
  key_id integer,
  constraint events_pkey PRIMARY KEY (id)
);
CREATE INDEX events_at ON public.events USING btree (at, id);
CREATE INDEX events_by_action ON public.events USING btree (action, id);
CREATE INDEX events_by_actor ON public.events USING btree (actor_id, id);
CREATE INDEX events_by_kind ON public.events USING btree (subject, id);
CREATE INDEX events_by_patient ON public.events USING btree (patient_id, id) WHERE (patient_id IS NOT NULL);
CREATE INDEX events_by_subject ON public.events USING btree (subject, subject_id, id);
CREATE INDEX events_by_transaction ON public.events USING btree (written_by);
CREATE UNIQUE INDEX events_opened_once ON public.events USING btree (patient_id, actor_id, action, ((after ->> 'day'::text))) WHERE (action = ANY (ARRAY['file_opened'::text, 'notes_read'::text]));
CREATE UNIQUE INDEX events_opened_once_by_key ON public.events USING btree (patient_id, key_id, action, ((after ->> 'day'::text))) WHERE ((key_id IS NOT NULL) AND (action = ANY (ARRAY['file_opened'::text, 'notes_read'::text])));
CREATE TRIGGER events_append_only BEFORE DELETE OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION events_append_only();
CREATE TRIGGER events_not_emptied BEFORE TRUNCATE ON public.events FOR EACH STATEMENT EXECUTE FUNCTION events_append_only();
CREATE TRIGGER events_notice AFTER INSERT ON public.events FOR EACH STATEMENT EXECUTE FUNCTION events_notice();

create table gateways (
  channel text not null,
  configured boolean not null,
  constraint gateways_pkey PRIMARY KEY (channel)
);

create table guardians (
  id integer not null generated always as identity,
  patient_id integer not null,
  guardian_id integer not null,
  relation text not null,
  birth_year smallint,
  sees_visits boolean not null default true,
  reads_notes boolean not null default false,
  since timestamp with time zone not null default now(),
  until timestamp with time zone,
  constraint guardians_birth_year_check CHECK (((birth_year >= 1900) AND (birth_year <= 2200))),
  constraint guardians_check CHECK ((patient_id <> guardian_id)),
  constraint guardians_guardian_id_fkey FOREIGN KEY (guardian_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint guardians_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint guardians_pkey PRIMARY KEY (id),
  constraint guardians_relation_check CHECK ((relation = ANY (ARRAY['mother'::text, 'daughter'::text, 'sister'::text, 'motherInLaw'::text, 'other'::text])))
);
CREATE INDEX guardians_birth_years ON public.guardians USING btree (patient_id, id) WHERE (birth_year IS NOT NULL);
CREATE INDEX guardians_of ON public.guardians USING btree (guardian_id) WHERE (until IS NULL);
CREATE UNIQUE INDEX guardians_standing ON public.guardians USING btree (patient_id) WHERE (until IS NULL);
CREATE TRIGGER guardians_changed AFTER INSERT OR UPDATE OF patient_id ON public.guardians FOR EACH ROW WHEN ((new.birth_year IS NOT NULL)) EXECUTE FUNCTION note_change_of_user();

create table identities (
  provider text not null,
  subject text not null,
  user_id integer not null,
  constraint identities_pkey PRIMARY KEY (provider, subject),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX identities_user ON public.identities USING btree (user_id);

create table import_rows (
  import_id integer not null,
  n integer not null,
  cells text[] not null,
  verdict text,
  why jsonb,
  meant jsonb,
  person text,
  phone text,
  decision text,
  same_as integer,
  match_id integer,
  outcome text,
  patient_id integer,
  made_patient boolean not null default false,
  appointment_id integer,
  problem text,
  constraint import_rows_decision_check CHECK ((decision = ANY (ARRAY['same'::text, 'another'::text, 'read'::text, 'chosen'::text]))),
  constraint import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  constraint import_rows_outcome_check CHECK ((outcome = ANY (ARRAY['in'::text, 'left'::text, 'kept'::text]))),
  constraint import_rows_pkey PRIMARY KEY (import_id, n),
  constraint import_rows_problem_check CHECK ((problem = ANY (ARRAY['headingsAgain'::text, 'secondTable'::text]))),
  constraint import_rows_verdict_check CHECK ((verdict = ANY (ARRAY['new'::text, 'same'::text, 'doubtful'::text, 'wrong'::text])))
);
CREATE INDEX import_rows_by_patient ON public.import_rows USING btree (patient_id) WHERE (patient_id IS NOT NULL);
CREATE INDEX import_rows_by_person ON public.import_rows USING btree (import_id, person, n);
CREATE INDEX import_rows_by_phone ON public.import_rows USING btree (import_id, phone) WHERE (phone IS NOT NULL);
CREATE INDEX import_rows_by_verdict ON public.import_rows USING btree (import_id, verdict, n);
CREATE INDEX import_rows_by_visit ON public.import_rows USING btree (appointment_id) WHERE (appointment_id IS NOT NULL);
CREATE INDEX import_rows_ready ON public.import_rows USING btree (import_id, n) WHERE ((outcome IS NULL) AND (verdict = ANY (ARRAY['new'::text, 'same'::text])));

create table imports (
  id integer not null generated always as identity,
  created_by integer,
  created_at timestamp with time zone not null default now(),
  file_name text not null,
  bytes bytea,
  state text not null default 'reading'::text,
  refusal text,
  encoding text,
  delimiter text,
  day_order text not null default 'auto'::text,
  headings text[] not null default '{}'::text[],
  columns text[] not null default '{}'::text[],
  location_id integer,
  service_id integer,
  remind boolean not null default false,
  total integer not null default 0,
  progress integer not null default 0,
  finished_at timestamp with time zone,
  sheets text[] not null default '{}'::text[],
  sheet integer,
  attempts smallint not null default 0,
  has_headings boolean,
  account jsonb,
  accepted text[] not null default '{}'::text[],
  found_orders jsonb,
  constraint imports_bytes_check CHECK ((octet_length(bytes) <= 12582912)),
  constraint imports_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint imports_day_order_check CHECK ((day_order = ANY (ARRAY['auto'::text, 'dmy'::text, 'mdy'::text, 'ymd'::text]))),
  constraint imports_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 200))),
  constraint imports_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id),
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  constraint imports_state_check CHECK ((state = ANY (ARRAY['reading'::text, 'refused'::text, 'checking'::text, 'checked'::text, 'running'::text, 'stopping'::text, 'done'::text, 'undoing'::text, 'undone'::text])))
);
CREATE INDEX imports_at_work ON public.imports USING btree (id) WHERE (state = ANY (ARRAY['reading'::text, 'checking'::text, 'running'::text, 'stopping'::text, 'undoing'::text]));

create table location_exceptions (
  id integer not null generated always as identity,
  location_id integer not null,
  day date not null,
  opens smallint,
  closes smallint,
  reason text,
  reason_ar text,
  batch uuid,
  constraint location_exceptions_check CHECK (((opens IS NULL) = (closes IS NULL))),
  constraint location_exceptions_check1 CHECK (((opens >= 0) AND (closes <= 1620) AND (opens < closes))),
  constraint location_exceptions_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id) ON DELETE CASCADE,
  constraint location_exceptions_overlap EXCLUDE USING gist (location_id WITH =, day WITH =, int4range(COALESCE((opens)::integer, 0), COALESCE((closes)::integer, 1440)) WITH &&),
  constraint location_exceptions_pkey PRIMARY KEY (id)
);

create table location_hours (
  id integer not null generated always as identity,
  location_id integer not null,
  weekday smallint not null,
  opens smallint not null,
  closes smallint,
  constraint location_hours_check CHECK ((opens < closes)),
  constraint location_hours_closes_check CHECK ((closes <= 1620)),
  constraint location_hours_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id) ON DELETE CASCADE,
  constraint location_hours_opens_check CHECK ((opens >= 0)),
  constraint location_hours_overlap EXCLUDE USING gist (location_id WITH =, weekday WITH =, int4range((opens)::integer, COALESCE((closes)::integer, 1440)) WITH &&),
  constraint location_hours_pkey PRIMARY KEY (id),
  constraint location_hours_weekday_check CHECK (((weekday >= 0) AND (weekday <= 6)))
);

create table locations (
  id integer not null generated always as identity,
  name text not null,
  name_ar text,
  address text not null,
  address_ar text,
  open_hours text not null,
  open_hours_ar text,
  phone text not null default ''::text,
  image_id text,
  rooms smallint not null default 1,
  "position" integer not null default 0,
  hours_version integer not null default 1,
  version integer not null default 1,
  archived_at timestamp with time zone,
  landmark text,
  landmark_ar text,
  whatsapp text,
  auto_confirm boolean not null default false,
  booked_by text not null default 'room'::text,
  updated_at timestamp with time zone not null default now(),
  closed_from date,
  constraint locations_booked_by_check CHECK ((booked_by = ANY (ARRAY['room'::text, 'doctor'::text]))),
  constraint locations_image_id_fkey FOREIGN KEY (image_id) REFERENCES uploads(id),
  constraint locations_pkey PRIMARY KEY (id),
  constraint locations_rooms_check CHECK (((rooms >= 1) AND (rooms <= 50)))
);
CREATE TRIGGER locations_changed BEFORE UPDATE OF name, name_ar, address, phone, archived_at ON public.locations FOR EACH ROW WHEN ((((((old.name IS DISTINCT FROM new.name) OR (old.name_ar IS DISTINCT FROM new.name_ar)) OR (old.address IS DISTINCT FROM new.address)) OR (old.phone IS DISTINCT FROM new.phone)) OR (old.archived_at IS DISTINCT FROM new.archived_at))) EXECUTE FUNCTION note_change();

create table merges (
  id integer not null generated always as identity,
  kept_id integer not null,
  gone_id integer not null,
  merged_by integer,
  at timestamp with time zone not null,
  moved jsonb not null default '{}'::jsonb,
  before jsonb,
  undone_by integer,
  undone_at timestamp with time zone,
  constraint merges_check CHECK ((kept_id <> gone_id)),
  constraint merges_gone_id_fkey FOREIGN KEY (gone_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint merges_kept_id_fkey FOREIGN KEY (kept_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint merges_merged_by_fkey FOREIGN KEY (merged_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint merges_pkey PRIMARY KEY (id),
  constraint merges_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX merges_of_kept ON public.merges USING btree (kept_id);
CREATE UNIQUE INDEX merges_standing ON public.merges USING btree (gone_id) WHERE (undone_at IS NULL);

create table messages (
  id bigint not null generated always as identity,
  dedupe_key text not null,
  channel text not null,
  user_id integer,
  address text,
  locale text not null,
  template text not null,
  params jsonb not null default '{}'::jsonb,
  secrets jsonb,
  appointment_id integer,
  state text not null default 'queued'::text,
  attempts smallint not null default 0,
  run_at timestamp with time zone not null default now(),
  leased_until timestamp with time zone,
  error text,
  created_at timestamp with time zone not null default now(),
  done_at timestamp with time zone,
  read_at timestamp with time zone,
  line text,
  visit_ids integer[],
  outdated boolean not null default false,
  says text,
  unanswered smallint not null default 0,
  constraint messages_channel_check CHECK ((channel = ANY (ARRAY['app'::text, 'email'::text, 'sms'::text, 'whatsapp'::text, 'push'::text, 'webhook'::text]))),
  constraint messages_dedupe_key_key UNIQUE (dedupe_key),
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'kept'::text, 'failed'::text, 'dead'::text, 'skipped'::text]))),
  constraint messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX messages_at ON public.messages USING btree (created_at, id);
CREATE INDEX messages_awaited ON public.messages USING btree (channel, run_at, id) WHERE ((state = 'queued'::text) AND (template = ANY (ARRAY['code'::text, 'confirmPhone'::text, 'resetLink'::text, 'confirmEmail'::text, 'trial'::text])));
CREATE INDEX messages_by_state ON public.messages USING btree (state, id);
CREATE INDEX messages_by_user ON public.messages USING btree (user_id, id);
CREATE INDEX messages_due ON public.messages USING btree (channel, run_at, id) WHERE (state = 'queued'::text);
CREATE INDEX messages_due_of_webhook ON public.messages USING btree (address, run_at, id) WHERE ((state = 'queued'::text) AND (channel = 'webhook'::text));
CREATE INDEX messages_in_line ON public.messages USING btree (line, id) WHERE ((state = 'queued'::text) AND (line IS NOT NULL));
CREATE INDEX messages_of_webhook ON public.messages USING btree (address, id) WHERE (channel = 'webhook'::text);
CREATE INDEX messages_queued_of_visit ON public.messages USING btree (appointment_id) WHERE ((state = 'queued'::text) AND (appointment_id IS NOT NULL));
CREATE INDEX messages_unread ON public.messages USING btree (user_id) WHERE ((channel = 'app'::text) AND (read_at IS NULL));

create table migrations (
  name text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);

create table moving_pieces (
  moving_id integer not null,
  n integer not null,
  bytes bytea not null,
  constraint moving_pieces_moving_id_fkey FOREIGN KEY (moving_id) REFERENCES movings(id) ON DELETE CASCADE,
  constraint moving_pieces_pkey PRIMARY KEY (moving_id, n)
);

create table movings (
  id integer not null generated always as identity,
  asked_by integer,
  asked_at timestamp with time zone not null,
  attempts smallint not null default 0,
  ready_at timestamp with time zone,
  bytes bigint,
  failed_at timestamp with time zone,
  constraint movings_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint movings_check CHECK (((ready_at IS NULL) = (bytes IS NULL))),
  constraint movings_pkey PRIMARY KEY (id)
);

create table no_shows (
  appointment_id integer not null,
  marked_at timestamp with time zone,
  was text not null default 'confirmed'::text,
  excused_at timestamp with time zone,
  excused_by integer,
  excuse text,
  said_at timestamp with time zone,
  said text,
  constraint no_shows_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE CASCADE,
  constraint no_shows_check CHECK (((excused_at IS NULL) = (excuse IS NULL))),
  constraint no_shows_check1 CHECK (((said_at IS NULL) = (said IS NULL))),
  constraint no_shows_excused_by_fkey FOREIGN KEY (excused_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint no_shows_pkey PRIMARY KEY (appointment_id)
);
CREATE INDEX no_shows_excused_by ON public.no_shows USING btree (excused_by) WHERE (excused_by IS NOT NULL);

create table note_drafts (
  author_id integer not null,
  patient_id integer not null,
  appointment_id integer,
  corrects integer,
  text text not null,
  key text not null,
  revision integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  constraint note_drafts_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE SET NULL,
  constraint note_drafts_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint note_drafts_corrects_fkey FOREIGN KEY (corrects) REFERENCES clinical_notes(id),
  constraint note_drafts_key_check CHECK ((length(key) <= 128)),
  constraint note_drafts_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint note_drafts_pkey PRIMARY KEY (author_id, patient_id),
  constraint note_drafts_text_check CHECK ((length(text) <= 20000))
);

create table notices (
  id integer not null generated always as identity,
  created_by integer,
  created_at timestamp with time zone not null,
  idempotency_key text not null,
  asked text not null,
  people integer not null default 0,
  constraint notices_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint notices_created_by_idempotency_key_key UNIQUE (created_by, idempotency_key),
  constraint notices_pkey PRIMARY KEY (id)
);

create table offers (
  id integer not null generated always as identity,
  patient_id integer not null,
  location_id integer not null,
  service_id integer not null,
  doctor_id integer,
  local_start timestamp(0) without time zone not null,
  local_end timestamp(0) without time zone not null,
  room smallint not null,
  reason text not null,
  state text not null default 'open'::text,
  holds boolean not null default true,
  held_until timestamp with time zone not null,
  appointment_id integer,
  created_by integer,
  created_at timestamp with time zone not null default now(),
  answered_at timestamp with time zone,
  wish_id integer,
  tried_at timestamp with time zone,
  called_at timestamp with time zone,
  called_by integer,
  said text,
  constraint offers_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE SET NULL,
  constraint offers_called_by_fkey FOREIGN KEY (called_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint offers_check CHECK ((local_end > local_start)),
  constraint offers_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint offers_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES users(id),
  constraint offers_doctor_overlap EXCLUDE USING gist (doctor_id WITH =, tsrange(local_start, local_end) WITH &&) WHERE ((holds AND (doctor_id IS NOT NULL))),
  constraint offers_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id),
  constraint offers_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES users(id),
  constraint offers_pkey PRIMARY KEY (id),
  constraint offers_reason_check CHECK ((reason = ANY (ARRAY['waiting'::text, 'displaced'::text, 'desk'::text]))),
  constraint offers_room_overlap EXCLUDE USING gist (location_id WITH =, room WITH =, tsrange(local_start, local_end) WITH &&) WHERE (holds),
  constraint offers_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  constraint offers_state_check CHECK ((state = ANY (ARRAY['open'::text, 'taken'::text, 'given'::text, 'another'::text, 'declined'::text, 'cancelled'::text, 'call'::text, 'expired'::text, 'withdrawn'::text, 'settled'::text]))),
  constraint offers_wish_id_fkey FOREIGN KEY (wish_id) REFERENCES wishes(id) ON DELETE SET NULL
);
CREATE INDEX offers_by_patient ON public.offers USING btree (patient_id, id);
CREATE INDEX offers_by_visit ON public.offers USING btree (appointment_id) WHERE (appointment_id IS NOT NULL);
CREATE INDEX offers_by_wish ON public.offers USING btree (wish_id) WHERE (wish_id IS NOT NULL);
CREATE INDEX offers_called_by ON public.offers USING btree (called_by) WHERE (called_by IS NOT NULL);
CREATE INDEX offers_created_by ON public.offers USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX offers_from_list ON public.offers USING btree (created_at) WHERE (reason = 'waiting'::text);
CREATE INDEX offers_held ON public.offers USING btree (held_until) WHERE holds;
CREATE UNIQUE INDEX offers_kept_for_wish ON public.offers USING btree (wish_id) WHERE (holds AND (wish_id IS NOT NULL));
CREATE INDEX offers_to_call ON public.offers USING btree (answered_at) WHERE ((state = 'call'::text) AND (called_at IS NULL));

create table one_time_secrets (
  user_id integer not null,
  secret bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  constraint one_time_secrets_pkey PRIMARY KEY (user_id),
  constraint one_time_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table passkeys (
  id bytea not null,
  user_id integer not null,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}'::text[],
  name text not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  constraint passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_of_user ON public.passkeys USING btree (user_id);

create table patient_alerts (
  id integer not null generated always as identity,
  patient_id integer not null,
  kind text not null,
  text text not null,
  week_one date,
  author_id integer,
  at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  ended_by integer,
  constraint patient_alerts_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint patient_alerts_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint patient_alerts_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint patient_alerts_pkey PRIMARY KEY (id),
  constraint patient_alerts_text_check CHECK ((length(text) <= 60))
);
CREATE INDEX patient_alerts_author ON public.patient_alerts USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX patient_alerts_now ON public.patient_alerts USING btree (patient_id, id) WHERE (ended_at IS NULL);

create table patient_files (
  patient_id integer not null,
  birth_date date,
  paper_file text,
  note text not null default ''::text,
  constraint patient_files_note_check CHECK ((length(note) <= 20000)),
  constraint patient_files_paper_file_check CHECK ((length(paper_file) <= 40)),
  constraint patient_files_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint patient_files_pkey PRIMARY KEY (patient_id)
);
CREATE INDEX patient_files_by_birth ON public.patient_files USING btree (birth_date);
CREATE TRIGGER patient_files_born AFTER INSERT ON public.patient_files FOR EACH ROW WHEN ((new.birth_date IS NOT NULL)) EXECUTE FUNCTION note_change_of_user();
CREATE TRIGGER patient_files_changed AFTER UPDATE OF birth_date ON public.patient_files FOR EACH ROW WHEN ((old.birth_date IS DISTINCT FROM new.birth_date)) EXECUTE FUNCTION note_change_of_user();

create table push_subscriptions (
  endpoint text not null,
  user_id integer not null,
  keys jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint push_subscriptions_pkey PRIMARY KEY (endpoint),
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX push_subscriptions_user ON public.push_subscriptions USING btree (user_id);

create table recovery_codes (
  hash bytea not null,
  user_id integer not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX recovery_codes_of_user ON public.recovery_codes USING btree (user_id);

create table retention_runs (
  day date not null,
  finished_at timestamp with time zone,
  removed jsonb not null default '{}'::jsonb,
  constraint retention_runs_pkey PRIMARY KEY (day)
);

create table saved_filters (
  id integer not null generated always as identity,
  user_id integer not null,
  name text not null,
  filters jsonb not null,
  constraint saved_filters_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40))),
  constraint saved_filters_pkey PRIMARY KEY (id),
  constraint saved_filters_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX saved_filters_name ON public.saved_filters USING btree (user_id, lower(name));

create table screens (
  id integer not null generated always as identity,
  location_id integer not null,
  token_hash bytea not null,
  created_by integer,
  created_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone,
  revoked_at timestamp with time zone,
  kind text not null default 'screen'::text,
  constraint screens_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint screens_kind_check CHECK ((kind = ANY (ARRAY['screen'::text, 'poster'::text]))),
  constraint screens_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id) ON DELETE CASCADE,
  constraint screens_pkey PRIMARY KEY (id),
  constraint screens_token_hash_key UNIQUE (token_hash)
);

create table series (
  id integer not null generated always as identity,
  created_by integer,
  idempotency_key text,
  asked jsonb not null,
  refused jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null default now(),
  constraint series_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint series_idempotency_key_check CHECK ((length(idempotency_key) <= 128)),
  constraint series_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX series_idempotency ON public.series USING btree (created_by, idempotency_key) WHERE (idempotency_key IS NOT NULL);

create table services (
  id integer not null generated always as identity,
  name text not null,
  name_ar text,
  description text not null default ''::text,
  description_ar text,
  icon text,
  minutes smallint not null default 20,
  "position" integer not null default 0,
  archived_at timestamp with time zone,
  what_happens text,
  what_happens_ar text,
  bring text,
  bring_ar text,
  price_from integer,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint services_minutes_check CHECK (((minutes >= 5) AND (minutes <= 480))),
  constraint services_pkey PRIMARY KEY (id),
  constraint services_price_from_check CHECK ((price_from >= 0))
);
CREATE UNIQUE INDEX services_name ON public.services USING btree (lower(name)) WHERE (archived_at IS NULL);
CREATE TRIGGER services_changed BEFORE UPDATE OF name, description, minutes, archived_at ON public.services FOR EACH ROW WHEN (((((old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM new.description)) OR (old.minutes IS DISTINCT FROM new.minutes)) OR (old.archived_at IS DISTINCT FROM new.archived_at))) EXECUTE FUNCTION note_change();

create table sessions (
  token_hash bytea not null,
  user_id integer not null,
  created_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now(),
  idle interval not null,
  expires_at timestamp with time zone not null,
  ip inet,
  user_agent text,
  awaits text,
  proved_at timestamp with time zone not null default now(),
  unlocked_until timestamp with time zone,
  constraint sessions_awaits_check CHECK ((awaits = ANY (ARRAY['second-step'::text, 'second-step-setup'::text]))),
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);

create table shared_notes (
  note_id integer not null,
  at timestamp with time zone not null default now(),
  constraint shared_notes_note_id_fkey FOREIGN KEY (note_id) REFERENCES clinical_notes(id),
  constraint shared_notes_pkey PRIMARY KEY (note_id)
);

create table staff (
  user_id integer not null,
  title text not null default ''::text,
  title_ar text,
  speciality text not null default ''::text,
  speciality_ar text,
  photo_id text,
  home_location_id integer,
  name_ar text,
  gender text,
  on_site boolean not null default false,
  languages text[] not null default '{}'::text[],
  about text not null default ''::text,
  about_ar text,
  only_mine boolean not null default false,
  updated_at timestamp with time zone not null default now(),
  constraint staff_gender_check CHECK ((gender = ANY (ARRAY['female'::text, 'male'::text]))),
  constraint staff_home_location_id_fkey FOREIGN KEY (home_location_id) REFERENCES locations(id) ON DELETE SET NULL,
  constraint staff_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES uploads(id),
  constraint staff_pkey PRIMARY KEY (user_id),
  constraint staff_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE TRIGGER staff_changed BEFORE UPDATE OF title, speciality, gender ON public.staff FOR EACH ROW WHEN ((((old.title IS DISTINCT FROM new.title) OR (old.speciality IS DISTINCT FROM new.speciality)) OR (old.gender IS DISTINCT FROM new.gender))) EXECUTE FUNCTION note_change();

create table staff_locations (
  user_id integer not null,
  location_id integer not null,
  constraint staff_locations_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id) ON DELETE CASCADE,
  constraint staff_locations_pkey PRIMARY KEY (user_id, location_id),
  constraint staff_locations_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff(user_id) ON DELETE CASCADE
);
CREATE TRIGGER staff_locations_changed AFTER INSERT OR DELETE ON public.staff_locations FOR EACH ROW EXECUTE FUNCTION note_change_of_staff();

create table tasks (
  name text not null,
  due_at timestamp with time zone not null default now(),
  last_ok_at timestamp with time zone,
  last_error text,
  holder integer,
  seen_at timestamp with time zone,
  constraint tasks_pkey PRIMARY KEY (name)
);

create table throttles (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint throttles_pkey PRIMARY KEY (key)
);
CREATE INDEX throttles_expire ON public.throttles USING btree (expire);

create table tokens (
  id integer not null generated always as identity,
  purpose text not null,
  hash bytea not null,
  user_id integer,
  target text,
  tries smallint not null default 0,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint tokens_pkey PRIMARY KEY (id),
  constraint tokens_purpose_target_hash_key UNIQUE (purpose, target, hash),
  constraint tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX tokens_expiry ON public.tokens USING btree (expires_at);
CREATE INDEX tokens_user ON public.tokens USING btree (user_id) WHERE (user_id IS NOT NULL);

create table unreached (
  id integer not null generated always as identity,
  notice_id integer not null,
  patient_id integer not null,
  appointment_id integer not null,
  location_id integer not null,
  local_start timestamp(0) without time zone not null,
  tried_at timestamp with time zone,
  called_at timestamp with time zone,
  called_by integer,
  said text,
  constraint unreached_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE CASCADE,
  constraint unreached_called_by_fkey FOREIGN KEY (called_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint unreached_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id),
  constraint unreached_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id) ON DELETE CASCADE,
  constraint unreached_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES users(id),
  constraint unreached_pkey PRIMARY KEY (id)
);
CREATE INDEX unreached_by_patient ON public.unreached USING btree (patient_id);
CREATE INDEX unreached_by_visit ON public.unreached USING btree (appointment_id);
CREATE INDEX unreached_to_call ON public.unreached USING btree (local_start) WHERE (called_at IS NULL);

create table uploads (
  id text not null,
  media_type text not null,
  width integer not null,
  height integer not null,
  bytes bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint uploads_bytes_check CHECK ((octet_length(bytes) <= 1048576)),
  constraint uploads_id_check CHECK ((id ~ '^[0-9a-f]{64}$'::text)),
  constraint uploads_pkey PRIMARY KEY (id)
);

create table users (
  id integer not null generated always as identity,
  role text not null,
  name text not null,
  username text,
  email text,
  phone text,
  phone2 text,
  email_confirmed_at timestamp with time zone,
  phone_confirmed_at timestamp with time zone,
  auth_provider text not null default 'local'::text,
  locale text not null default 'ar'::text,
  channels text[],
  is_super_admin boolean not null default false,
  version integer not null default 1,
  created_by integer,
  created_at timestamp with time zone not null default now(),
  deactivated_at timestamp with time zone,
  erased_at timestamp with time zone,
  search text not null generated always as ((((((((((('|'::text || fold(name)) || '|'::text) || fold(COALESCE(username, ''::text))) || '|'::text) || COALESCE(phone, ''::text)) || '|'::text) || COALESCE(phone2, ''::text)) || '|'::text) || fold(COALESCE(email, ''::text))) || '|'::text)) stored,
  words tsvector,
  merged_into integer,
  reach jsonb,
  updated_at timestamp with time zone not null default now(),
  constraint users_check CHECK (((NOT is_super_admin) OR (role = 'admin'::text))),
  constraint users_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint users_email_check CHECK ((length(email) <= 254)),
  constraint users_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'ar'::text]))),
  constraint users_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES users(id),
  constraint users_name_check CHECK ((length(name) <= 200)),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_role_check CHECK ((role = ANY (ARRAY['patient'::text, 'receptionist'::text, 'doctor'::text, 'admin'::text, 'user'::text]))),
  constraint users_username_check CHECK (((length(username) >= 3) AND (length(username) <= 60)))
);
CREATE INDEX users_by_address ON public.users USING btree (fold(email) COLLATE "C");
CREATE INDEX users_by_change ON public.users USING btree (updated_at, id);
CREATE INDEX users_by_phone ON public.users USING btree (phone) WHERE (phone IS NOT NULL);
CREATE INDEX users_by_phone2 ON public.users USING btree (phone2) WHERE (phone2 IS NOT NULL);
CREATE INDEX users_by_text ON public.users USING btree (role, search COLLATE "C", id);
CREATE UNIQUE INDEX users_confirmed_email ON public.users USING btree (handle(email)) WHERE (email_confirmed_at IS NOT NULL);
CREATE UNIQUE INDEX users_confirmed_phone ON public.users USING btree (phone) WHERE (phone_confirmed_at IS NOT NULL);
CREATE INDEX users_created_by ON public.users USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX users_merged ON public.users USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX users_role_name ON public.users USING btree (role, name, id);
CREATE INDEX users_search ON public.users USING gin (search gin_trgm_ops) WITH (fastupdate=off);
CREATE UNIQUE INDEX users_super_admin ON public.users USING btree (is_super_admin) WHERE is_super_admin;
CREATE UNIQUE INDEX users_username ON public.users USING btree (handle(username));
CREATE INDEX users_without_words ON public.users USING btree (id) WHERE (words IS NULL);
CREATE INDEX users_words ON public.users USING gin (words) WITH (fastupdate=off);
CREATE TRIGGER users_changed BEFORE UPDATE OF name, email, phone, phone2, locale, role, deactivated_at ON public.users FOR EACH ROW WHEN (((((((old.name IS DISTINCT FROM new.name) OR (old.email IS DISTINCT FROM new.email)) OR (old.phone IS DISTINCT FROM new.phone)) OR (old.phone2 IS DISTINCT FROM new.phone2)) OR (old.locale IS DISTINCT FROM new.locale)) OR ((('doctor'::text = old.role) OR ('doctor'::text = new.role)) AND ((old.role IS DISTINCT FROM new.role) OR (old.deactivated_at IS DISTINCT FROM new.deactivated_at))))) EXECUTE FUNCTION note_change();
CREATE TRIGGER users_outdate_words BEFORE UPDATE OF name, username, phone, phone2 ON public.users FOR EACH ROW EXECUTE FUNCTION users_outdate_words();

create table visit_locks (
  user_id integer not null,
  pin_hash text,
  set_at timestamp with time zone not null,
  constraint visit_locks_pkey PRIMARY KEY (user_id),
  constraint visit_locks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table webhooks (
  id integer not null generated always as identity,
  name text not null,
  url text not null,
  events text[] not null,
  details boolean not null default false,
  secret text not null,
  old_secret text,
  old_until timestamp with time zone,
  seen text not null,
  created_by integer,
  created_at timestamp with time zone not null default now(),
  failing_since timestamp with time zone,
  off_at timestamp with time zone,
  off_because text,
  constraint webhooks_check CHECK (((off_at IS NULL) = (off_because IS NULL))),
  constraint webhooks_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint webhooks_off_because_check CHECK ((off_because = ANY (ARRAY['hand'::text, 'failing'::text, 'gone'::text]))),
  constraint webhooks_pkey PRIMARY KEY (id)
);

create table wishes (
  id integer not null generated always as identity,
  patient_id integer not null,
  appointment_id integer,
  location_ids integer[] not null,
  state text not null default 'waiting'::text,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  service_id integer,
  doctor_id integer,
  doctor_wish text not null default 'any'::text,
  from_date date,
  to_date date,
  parts text[] not null default '{}'::text[],
  made_by integer,
  constraint wishes_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE CASCADE,
  constraint wishes_dates_check CHECK (((service_id IS NULL) OR ((from_date IS NOT NULL) AND (to_date IS NOT NULL) AND (from_date <= to_date)))),
  constraint wishes_doctor_check CHECK (((doctor_wish = 'named'::text) = (doctor_id IS NOT NULL))),
  constraint wishes_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES users(id),
  constraint wishes_doctor_wish_check CHECK ((doctor_wish = ANY (ARRAY['any'::text, 'woman'::text, 'named'::text]))),
  constraint wishes_kind_check CHECK (((appointment_id IS NULL) = (service_id IS NOT NULL))),
  constraint wishes_location_ids_check CHECK (((cardinality(location_ids) >= 1) AND (cardinality(location_ids) <= 50))),
  constraint wishes_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint wishes_parts_check CHECK ((parts <@ ARRAY['morning'::text, 'afternoon'::text, 'evening'::text])),
  constraint wishes_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES users(id),
  constraint wishes_pkey PRIMARY KEY (id),
  constraint wishes_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  constraint wishes_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'granted'::text, 'left'::text, 'ended'::text])))
);
CREATE INDEX wishes_by_patient ON public.wishes USING btree (patient_id, id);
CREATE INDEX wishes_in_order ON public.wishes USING btree (created_at, id) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX wishes_waiting ON public.wishes USING btree (appointment_id) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX wishes_waiting_for ON public.wishes USING btree (patient_id, service_id) WHERE ((state = 'waiting'::text) AND (service_id IS NOT NULL));

// The schema of a migrated database as text, from its catalogue: tables with columns, checks, keys, indexes and
// triggers, types, and the signatures of functions. Monthly log partitions are left out, because they change over
// time.
import type { Database } from '../../src/platform/db/connect.ts'

const statement = `
with relations as (
  select c.oid, c.relname from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname not like 'kysely%'
), lines as (
  select 'table ' || r.relname as thing, 0 as part, a.attnum::text as place,
    '  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
    || case when a.attidentity <> '' then ' identity' else '' end
    || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as line
  from relations r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
  union all
  select 'table ' || r.relname, 1, k.conname, '  ' || k.conname || ': ' || pg_get_constraintdef(k.oid)
  from relations r join pg_constraint k on k.conrelid = r.oid where k.contype <> 'n'
  union all
  select 'table ' || r.relname, 2, i.indexrelid::regclass::text, '  ' || pg_get_indexdef(i.indexrelid)
  from relations r join pg_index i on i.indrelid = r.oid
  where not exists (select from pg_constraint k where k.conindid = i.indexrelid)
  union all
  select 'table ' || r.relname, 3, t.tgname, '  ' || pg_get_triggerdef(t.oid)
  from relations r join pg_trigger t on t.tgrelid = r.oid where not t.tgisinternal
  union all
  select 'type ' || t.typname, 0, e.enumsortorder::text, '  ' || e.enumlabel
  from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = 'public'::regnamespace
  union all
  select 'function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')', 0, '',
    '  returns ' || pg_get_function_result(p.oid)
  from pg_proc p where p.pronamespace = 'public'::regnamespace
)
select thing, string_agg(line, e'\\n' order by part, length(place), place) as lines from lines group by thing order by thing`

export async function describeSchema({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ thing: string; lines: string }>(statement)
  return `${rows.map(({ thing, lines }) => `${thing}\n${lines}`).join('\n\n')}\n`
}

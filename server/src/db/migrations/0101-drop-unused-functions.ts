// Drops the functions that only servers of the unreleased version 0.1.0 called.

export const dropUnusedFunctions = `
drop function if exists quarry_settle(integer[], uuid[], boolean[], boolean);
drop function if exists quarry_reserve(integer[], uuid[], integer[], boolean);
delete from functions where signature in
  ('quarry_settle(integer[], uuid[], boolean[], boolean)', 'quarry_reserve(integer[], uuid[], integer[], boolean)');
`

import pg from 'pg'

/**
 * The database refuses the audit row of a call, as if the server stopped between the effect and this row.
 * Returns the end of the fault.
 */
export const refuseAudit = async (
  { ownerUrl }: { readonly ownerUrl: string },
  action: string,
): Promise<() => Promise<void>> => {
  const run = async (statement: string) => {
    const owner = new pg.Client({ connectionString: ownerUrl })
    await owner.connect()
    await owner.query(statement)
    await owner.end()
  }
  await run(`
    create or replace function refuse_audit() returns trigger language plpgsql as $$
    begin
      if new.action = tg_argv[0] and new.outcome = 'done' then raise exception 'no audit row'; end if;
      return new;
    end $$;
    create trigger refuse_audit before insert on audit for each row
      execute function refuse_audit(${pg.escapeLiteral(action)})`)
  return () => run('drop trigger refuse_audit on audit')
}

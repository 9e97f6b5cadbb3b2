-- For each undone leg, all legs before it were searched for one of the same account: the work of a batch whose plans are
-- mostly refused grew with the square of its legs. Now a refusal notes the last accepted leg of each account, from the
-- legs since the refusal before, so each leg is read once. A batch without refusals does nothing more than before.
do $do$
declare
  code text := pg_get_functiondef('post_batch'::regproc);
  change text[];
begin
  foreach change slice 1 in array array[
    [$part$  old_heads bytea[];
$part$, $part$  old_heads bytea[];
  -- of each account, the last accepted leg among the first ones; null before a refusal
  last_legs int[]; noted_legs int := 0;
$part$],
    [$part$        for undone in reverse leg .. first_leg loop
$part$, $part$        if last_legs is null then last_legs := array_fill(0, array[accounts]); end if;
        for noted in noted_legs + 1 .. first_leg - 1 loop
          if leg_seq[noted] is not null then last_legs[p_leg_accounts[noted]] := noted; end if;
        end loop;
        noted_legs := first_leg - 1;
        for undone in reverse leg .. first_leg loop
$part$],
    [$part$          heads[account] := old_heads[account];
          for earlier in reverse undone - 1 .. 1 loop
            if p_leg_accounts[earlier] = account and leg_seq[earlier] is not null then
              heads[account] := leg_hash[earlier];
              exit;
            end if;
          end loop;
$part$, $part$          heads[account] := coalesce(leg_hash[last_legs[account]], old_heads[account]);
$part$]
  ] loop
    assert strpos(code, change[1]) > 0, 'post_batch has another text: ' || change[1];
    code := overlay(code placing change[2] from strpos(code, change[1]) for length(change[1]));
  end loop;
  execute code;
end $do$;

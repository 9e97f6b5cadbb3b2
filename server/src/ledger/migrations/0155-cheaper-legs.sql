-- A leg costs fewer statements, because each one is a call of the executor. The head before a leg is read from the legs
-- before it, and only when a plan is refused. One test tells whether an account has references, twins or an asset: most
-- have none of them. The lists of a kind are read once for each journal.
do $do$
declare
  code text := pg_get_functiondef('post_batch'::regproc);
  change text[];
begin
  foreach change slice 1 in array array[
    [$part$  before_hash bytea[] := leg_hash;
$part$, $part$  old_heads bytea[];
$part$],
    [$part$  old_seqs := seqs;
$part$, $part$  old_seqs := seqs;
  old_heads := heads;
$part$],
    [$part$        usd := 0; twins := 0; asset_sums := null;
$part$, $part$        usd := 0; twins := 0; asset_sums := null;
        debits := kind_debits[p_kinds[journal]]; credits := kind_credits[p_kinds[journal]];
$part$],
    [$part$          if strpos(case when amount < 0 then kind_debits[p_kinds[journal]] when amount > 0 then
            kind_credits[p_kinds[journal]] end, codes[account]) = 0 then
$part$, $part$          if strpos(case when amount < 0 then debits when amount > 0 then credits end, codes[account]) = 0 then
$part$],
    [$part$          hash := heads[account];
          before_hash[leg] := hash;
          hash := sha256(hash || journal_bytes || int8send(seq) || int8send(amount) || int8send(balance));
$part$, $part$          hash := sha256(heads[account] || journal_bytes || int8send(seq) || int8send(amount) || int8send(balance));
$part$],
    [$part$          if trait & 1 <> 0 then
            shift := -amount;
            height := -balance;
          else
            shift := amount;
            height := balance;
          end if;
          if trait & 2 <> 0 then
            slot := p_slots[leg];
$part$, $part$          if trait & 42 = 0 then
            usd := usd + amount;
          elsif trait & 32 = 0 then
            usd := usd + amount;
            if trait & 8 <> 0 then twins := twins + amount; end if;
          else
            if trait & 8 <> 0 then twins := twins + amount; end if;
            if currencies is null then
              select array_agg(a.currency order by a.id) into currencies from account a where a.id = any (p_accounts);
            end if;
            asset_number := case when asset_sums is not null then array_position(assets, currencies[account]) end;
            if asset_number is not null then
              asset_sums[asset_number] := asset_sums[asset_number] + amount;
            elsif asset_sums is null then
              assets := array[currencies[account]];
              asset_sums := array[amount];
            else
              assets := assets || currencies[account];
              asset_sums := asset_sums || amount;
            end if;
          end if;
          if trait & 2 <> 0 then
            slot := p_slots[leg];
$part$],
    [$part$            ref_balances[slot] := ref_balances[slot] + shift;
$part$, $part$            ref_balances[slot] := ref_balances[slot] + case when trait & 1 <> 0 then -amount else amount end;
$part$],
    [$part$          if shift < 0 and height < floors[account] then
$part$, $part$          if (amount < 0) = (trait & 1 = 0) and (case when trait & 1 = 0 then balance else -balance end) < floors[account] then
$part$],
    [$part$          if some_at_least and height < p_at_least[leg] then
$part$, $part$          if some_at_least and (case when trait & 1 = 0 then balance else -balance end) < p_at_least[leg] then
$part$],
    [$part$          if trait & 8 <> 0 then twins := twins + amount; end if;
          if trait & 32 = 0 then
            usd := usd + amount;
          else
            if currencies is null then
              select array_agg(a.currency order by a.id) into currencies from account a where a.id = any (p_accounts);
            end if;
            asset_number := case when asset_sums is not null then array_position(assets, currencies[account]) end;
            if asset_number is not null then
              asset_sums[asset_number] := asset_sums[asset_number] + amount;
            elsif asset_sums is null then
              assets := array[currencies[account]];
              asset_sums := array[amount];
            else
              assets := assets || currencies[account];
              asset_sums := asset_sums || amount;
            end if;
          end if;
        end loop;
$part$, $part$        end loop;
$part$],
    [$part$          heads[account] := before_hash[undone];
$part$, $part$          heads[account] := old_heads[account];
          for earlier in reverse undone - 1 .. 1 loop
            if p_leg_accounts[earlier] = account and leg_seq[earlier] is not null then
              heads[account] := leg_hash[earlier];
              exit;
            end if;
          end loop;
$part$]
  ] loop
    assert strpos(code, change[1]) > 0, 'post_batch has another text: ' || change[1];
    code := overlay(code placing change[2] from strpos(code, change[1]) for length(change[1]));
  end loop;
  execute code;
end $do$;

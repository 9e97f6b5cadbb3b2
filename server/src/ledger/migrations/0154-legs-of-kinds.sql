-- A kind had no legs of its own: the app's login could book capital to a wallet, a settlement to equity, or a transfer
-- from a regular to an immediate wallet. Each kind now lists the accounts that it debits and credits, as the code has them
-- (kind-legs.ts); a start fills the lists. They are texts with a bar around each code, read once for each kind of a batch:
-- a leg costs one search in a short text, and no other row is read for it. Until the start that migrates has filled the
-- lists, other copies of the server post as before.
alter table journal_kind add column debits text not null default '', add column credits text not null default '',
  add column one_wallet boolean not null default false;

do $do$
declare
  code text := pg_get_functiondef('post_batch'::regproc);
  change text[];
begin
  foreach change slice 1 in array array[
    [$part$  kind_outside boolean[] := '{}'; kind_pattern text[] := '{}';
$part$, $part$  kind_outside boolean[] := '{}'; kind_pattern text[] := '{}'; kind_debits text[] := '{}';
  kind_credits text[] := '{}'; kind_one_wallet boolean[] := '{}';
$part$],
    [$part$  ids uuid[]; owners uuid[];$part$, $part$  ids uuid[]; codes text[]; owners uuid[];$part$],
    [$part$  is_outside boolean; names_break boolean; pattern text;
$part$, $part$  is_outside boolean; names_break boolean; pattern text; debits text; credits text; one_wallet boolean;
$part$],
    [$part$    select k.outside, k.names_break, k.key_pattern into is_outside, names_break, pattern
$part$, $part$    select k.outside, k.names_break, k.key_pattern, nullif(k.debits, ''), nullif(k.credits, ''), k.one_wallet
    into is_outside, names_break, pattern, debits, credits, one_wallet
$part$],
    [$part$    kind_pattern[ordinal] := pattern;
$part$, $part$    kind_pattern[ordinal] := pattern;
    kind_debits[ordinal] := debits;
    kind_credits[ordinal] := credits;
    kind_one_wallet[ordinal] := one_wallet;
$part$],
    [$part$  select array_agg(l.id), array_agg(l.owner_id) filter (where wallets > 0),$part$,
      $part$  select array_agg(l.id), array_agg('|' || l.code || '|'), array_agg(l.owner_id) filter (where wallets > 0),$part$],
    [$part$  into ids, owners, companies,$part$, $part$  into ids, codes, owners, companies,$part$],
    [$part$    select a.id, a.owner_id, a.company_id, a.traits, a.floor,$part$,
      $part$    select a.id, a.code, a.owner_id, a.company_id, a.traits, a.floor,$part$],
    [$part$          continue when some_rests and amount = 0;
$part$, $part$          continue when some_rests and amount = 0;
          if strpos(case when amount < 0 then kind_debits[p_kinds[journal]] when amount > 0 then
            kind_credits[p_kinds[journal]] end, codes[account]) = 0 then
            raise exception '% has a leg of % on %, which its kind does not have', p_keys[journal], amount,
              trim(codes[account], '|') using errcode = 'LG002';
          end if;
$part$],
    [$part$        for ordinal in 1 .. touched_count loop
          wallet := touched[ordinal];
$part$, $part$        for ordinal in 1 .. touched_count loop
          wallet := touched[ordinal];
          if ordinal > 1 and kind_one_wallet[p_kinds[journal]]
            and (traits[p_wallets[3 * wallet - 2]] # traits[p_wallets[3 * touched[1] - 2]]) & 128 <> 0 then
            raise exception '% has legs on wallets of both types, which its kind does not have', p_keys[journal]
              using errcode = 'LG002';
          end if;
$part$]
  ] loop
    assert strpos(code, change[1]) > 0, 'post_batch has another text: ' || change[1];
    code := replace(code, change[1], change[2]);
  end loop;
  execute code;
end $do$;

-- Shares that are older than the record of their payer and code. The chain of a load names its sellers, so a code is theirs
-- only while its person still has them.
update share s set payer_id = l.user_id,
  seller_code_id = case when s.owner_kind = 'seller' and s.owner_id in (u.seller_one_id, u.seller_two_id)
    then u.seller_code_id end
from load l join app_user u on u.id = l.user_id
where s.source_kind = 'load' and s.source_id = l.id and s.payer_id is null;

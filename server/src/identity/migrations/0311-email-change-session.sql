-- The session that asked for a change of e-mail stays when the change ends all others. No reference: sessions belong to a
-- higher module.
alter table email_change add column session_id uuid;

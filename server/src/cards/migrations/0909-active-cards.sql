-- Activated cards are counted for figures, all of them and those of a period.
create index card_activated on card (company_id, activated_at) where status = 'activated';

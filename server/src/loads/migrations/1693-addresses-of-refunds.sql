-- When administrators asked the company of a deposit for the address of its refund, which only the company enters (domain §5).
alter table load add column address_requested_at timestamptz;
alter table load add constraint load_address_requested check (address_requested_at is null or card_id is null);

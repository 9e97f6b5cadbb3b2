-- The record of kind `life` says when the life of the demo's people began, in business time.
alter table demo_record drop constraint demo_record_kind_check;
alter table demo_record add constraint demo_record_kind_check
  check (kind in ('company', 'person', 'seller_code', 'life'));

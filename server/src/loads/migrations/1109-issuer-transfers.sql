-- Money between us and the issuer is an issuer transfer.
alter table issuer_move rename to issuer_transfer;
alter index issuer_move_part rename to issuer_transfer_part;
alter index issuer_move_has_card rename to issuer_transfer_has_card;
alter table issuer_transfer rename constraint issuer_move_status_check to issuer_transfer_status_check;
alter table issuer_transfer rename constraint issuer_move_review_check to issuer_transfer_review_check;
alter table issuer_history_row rename column move_id to issuer_transfer_id;
alter table credit_decision rename column move_id to issuer_transfer_id;
update job set payload = payload - 'moveId' || jsonb_build_object('issuerTransferId', payload -> 'moveId')
  where payload ? 'moveId';

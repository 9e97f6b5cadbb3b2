-- Whether a check was made: false where screening was off, or had no service.
alter table screening_check rename column looked to checked;
alter table wallet_check rename column looked to checked;

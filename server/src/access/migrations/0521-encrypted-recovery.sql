-- What a recovery of factors keeps is encrypted, and called so.
alter table factor_recovery rename column sealed to encrypted;

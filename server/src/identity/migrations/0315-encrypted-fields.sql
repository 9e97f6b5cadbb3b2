-- Private fields of a person are encrypted, and called so.
alter table app_user rename column sealed to encrypted;

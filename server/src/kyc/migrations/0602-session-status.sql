-- Every state of a row is in a column of this name.
alter table kyc_session rename column state to status;

-- A session is requested at the provider.
alter table kyc_session rename column asked_at to requested_at;

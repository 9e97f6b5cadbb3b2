-- Zone that a person chose for their dates, by its IANA name. Null: that of the browser, in time_zone.
alter table app_user add column chosen_time_zone text check (length(chosen_time_zone) <= 60);

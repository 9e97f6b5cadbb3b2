-- Zone of the browser that a person used last, by its IANA name: mail tells times in it. Null: the company's.
alter table app_user add column time_zone text check (length(time_zone) <= 60);

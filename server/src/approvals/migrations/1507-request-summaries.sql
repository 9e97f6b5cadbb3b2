-- What a list shows of a request, encrypted apart from its content: that of many cards has hundreds of kilobytes, and a list
-- has many rows. Requests of earlier versions have none; their content is read instead.
alter table approval add column encrypted_summary bytea;

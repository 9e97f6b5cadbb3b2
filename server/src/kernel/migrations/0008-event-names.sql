-- Events got names in the past tense. Jobs that wait for a renamed event, or in a module that became part of another,
-- go on under the name of the consumer that runs now. Rows of `event` keep the names they were written with: nothing
-- reads an old event by its name, and the app's role may not change history.
update job set name = 'notifications.load.release_delayed' where name = 'notifications.load.waits_for_float';
update job set name = 'access.' || substr(name, 8)
  where name in ('stepup.password_changed', 'stepup.email_change_requested', 'stepup.email_changed', 'stepup.mobile_changed');

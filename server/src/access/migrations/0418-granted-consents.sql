-- A person grants the consent to device profiling, or does not.
alter table profiling_consent rename column given to granted;

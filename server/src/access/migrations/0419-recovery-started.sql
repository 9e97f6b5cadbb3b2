-- The start of an account recovery has a new name in the security log.
update security_event set kind = 'recovery_started' where kind = 'recovery_begun';

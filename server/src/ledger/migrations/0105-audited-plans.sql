-- A call that moves money writes its entry in the audit with its plan.
insert into plan_table values ('audit');

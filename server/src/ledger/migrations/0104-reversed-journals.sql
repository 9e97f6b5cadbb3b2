-- What takes a journal back names one that is there; `journal_reversed_once` lets it be taken back once.
alter table journal add constraint journal_reverses_one foreign key (reverses) references journal (id);

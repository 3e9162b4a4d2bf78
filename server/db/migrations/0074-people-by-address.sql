-- An e-mail address is found by how it begins: as a pattern anywhere it meets the trigrams of what follows the
-- @, which very many share.
create index users_by_address on users (fold(email) collate "C");

pub mod manakai;

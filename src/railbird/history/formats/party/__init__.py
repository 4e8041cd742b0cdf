"""PartyPoker hand histories."""

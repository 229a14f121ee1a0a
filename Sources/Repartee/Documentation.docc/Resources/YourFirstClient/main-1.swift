print("Books")

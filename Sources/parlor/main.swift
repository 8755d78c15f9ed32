import ArgumentParser
print("hello")
